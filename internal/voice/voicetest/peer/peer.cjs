// Sessions of davey, an implementation of DAVE that is not ours, for a program
// at the other end of stdin and stdout.
//
// Each line in is a request, {"session":1,"call":"commit","data":"…"}, and gets
// one line out, in order: what the call returns, or {"error":"…"}. Bytes are
// base64. The program ends when stdin does.
'use strict';

const readline = require('node:readline');
const { DAVESession, VERSION } = require('@snazzah/davey');

const audio = 0; // MediaType
const sessions = new Map();

const bytes = (s) => Buffer.from(s, 'base64');
const text = (b) => (b ? b.toString('base64') : undefined);

const calls = {
  version: () => ({ version: VERSION }),
  open: (_, q) => {
    sessions.set(q.session, new DAVESession(q.protocol, q.user, q.channel));
    return {};
  },
  reinit: (s, q) => (s.reinit(q.protocol, q.user, q.channel), {}),
  reset: (s) => (s.reset(), {}),
  sender: (s, q) => (s.setExternalSender(bytes(q.data)), {}),
  package: (s) => ({ data: text(s.getSerializedKeyPackage()) }),
  proposals: (s, q) => {
    const out = s.processProposals(q.operation, bytes(q.data), q.users);
    return { data: text(out.commit), welcome: text(out.welcome) };
  },
  commit: (s, q) => (s.processCommit(bytes(q.data)), {}),
  welcome: (s, q) => (s.processWelcome(bytes(q.data)), {}),
  passthrough: (s, q) => (s.setPassthroughMode(q.on, q.seconds), {}),
  encrypt: (s, q) => ({ data: text(s.encryptOpus(bytes(q.data))) }),
  decrypt: (s, q) => ({ data: text(s.decrypt(q.user, audio, bytes(q.data))) }),
  verify: async (s, q) => ({ text: await s.getVerificationCode(q.user) }),
  state: (s) => ({
    ready: s.ready,
    epoch: Number(s.epoch ?? 0),
    users: s.getUserIds(),
    data: text(s.getEpochAuthenticator()),
    text: s.voicePrivacyCode,
  }),

  // How long count frames take: session encrypts, and other decrypts.
  time: (s, q) => {
    const other = sessions.get(q.other);
    const frame = Buffer.alloc(q.size, 0x78);
    const sealed = new Array(q.count);
    const start = process.hrtime.bigint();
    for (let i = 0; i < q.count; i++) sealed[i] = s.encryptOpus(frame);
    const middle = process.hrtime.bigint();
    for (let i = 0; i < q.count; i++) other.decrypt(q.user, audio, sealed[i]);
    const end = process.hrtime.bigint();
    return { encrypt: Number(middle - start), decrypt: Number(end - middle) };
  },
};

async function main() {
  for await (const line of readline.createInterface({ input: process.stdin })) {
    let out;
    try {
      const q = JSON.parse(line);
      out = await calls[q.call](sessions.get(q.session), q);
    } catch (e) {
      out = { error: e.message };
    }
    process.stdout.write(JSON.stringify(out) + '\n');
  }
}

main();
