// One user of Discord whose client is not ours, for a program at the other end
// of stdin and stdout: @discordjs/voice, and for those who log in, discord.js.
//
// A line in is a request, {"id":1,"call":"say",…}. It is answered by a line of
// the same id, when what it asks for is done; others may be answered before. A
// line without an id tells what happens: what is heard, how the connection is,
// what went wrong. Bytes are base64. The process ends when stdin does.
'use strict';

const fs = require('node:fs');
const readline = require('node:readline');
const { Readable } = require('node:stream');
const voice = require('@discordjs/voice');

const { AudioPlayerStatus, VoiceConnectionStatus } = voice;
const longest = 10_000; // ms to be ready, or logged in

// Written at once, whatever comes after.
const tell = (line) => fs.writeSync(1, `${JSON.stringify(line)}\n`);
const trouble = (from) => (e) => tell({ event: 'trouble', text: `${from}: ${e.message}` });

// What nobody catches ends the process, as it would without us.
process.on('uncaughtExceptionMonitor', (e) => tell({ event: 'crash', text: e.stack }));

const player = voice.createAudioPlayer();
player.on('error', trouble('player'));

let connection; // undefined: in no channel
let client; // of discord.js; undefined: not logged in
let answer; // of the main gateway, for those who are not logged in

// Keeps what everybody says whose stream is known. A stream that breaks is
// opened anew; what broke it is told.
function hear(user) {
  const { receiver } = connection;
  const stream = receiver.subscribe(user, { end: { behavior: voice.EndBehaviorType.Manual } });
  stream.on('data', (packet) => tell({ event: 'heard', user, data: packet.toString('base64') }));
  stream.on('error', trouble(`what ${user} says`));
  stream.once('close', () => {
    if (connection?.receiver === receiver) setImmediate(hear, user);
  });
}

// Takes the connection that joining has made, and waits until it is ready.
async function enter(options) {
  if (!connection) {
    connection = voice.joinVoiceChannel({ ...options, selfDeaf: false, selfMute: false });
    connection.on('error', trouble('connection'));
    connection.on('stateChange', (was, now) => {
      if (was.status !== now.status) tell({ event: 'status', text: now.status });
    });
    connection.receiver.ssrcMap.on('create', ({ userId }) => hear(userId));
    connection.subscribe(player);
  }
  await voice.entersState(connection, VoiceConnectionStatus.Ready, longest);
  return {};
}

// Says what the main gateway would say to a wish to be in a channel.
function pass(q) {
  answer.onVoiceStateUpdate({
    guild_id: q.guild, channel_id: q.channel, user_id: q.user, session_id: q.session,
  });
  answer.onVoiceServerUpdate({ guild_id: q.guild, token: q.token, endpoint: q.endpoint });
}

const calls = {
  version: () => ({ text: voice.version }),

  // Joins by a pass. With a connection there is, it is another pass for it.
  join: (q) => {
    if (connection) {
      pass(q);
      return enter();
    }
    let asked = false;
    return enter({
      guildId: q.guild,
      channelId: q.channel,
      adapterCreator: (methods) => {
        answer = methods;
        return {
          // The first wish has its answer. What comes of the others is for
          // whoever gives passes.
          sendPayload: ({ d }) => {
            if (!asked) setImmediate(pass, q);
            else if (d.channel_id) tell({ event: 'status', text: 'asks again' });
            asked = true;
            return true;
          },
          destroy: () => {},
        };
      },
    });
  },

  login: async (q) => {
    const { Client, Events, GatewayIntentBits } = require('discord.js');
    client = new Client({
      intents: [GatewayIntentBits.Guilds, GatewayIntentBits.GuildVoiceStates],
      rest: { api: q.api },
    });
    client.on(Events.Error, trouble('client'));
    client.on(Events.ShardError, trouble('main gateway'));
    client.on(Events.Warn, (text) => trouble('client')({ message: text }));
    const ready = new Promise((resolve, reject) => {
      client.once(Events.ClientReady, resolve);
      setTimeout(() => reject(new Error('not logged in')), longest).unref();
    });
    await Promise.all([client.login(q.token), ready]);
    return {
      user: client.user.id,
      guilds: client.guilds.cache.map((g) => ({
        id: g.id,
        name: g.name,
        voice: g.channels.cache.filter((c) => c.isVoiceBased()).map((c) => ({ id: c.id, name: c.name })),
      })),
    };
  },

  // Joins as who is logged in.
  enter: (q) => enter({
    guildId: q.guild,
    channelId: q.channel,
    adapterCreator: client.guilds.cache.get(q.guild).voiceAdapterCreator,
  }),

  // Says packets at the pace at which they sound, and is done when they have.
  say: (q) => new Promise((resolve) => {
    const packets = Readable.from(q.packets.map((p) => Buffer.from(p, 'base64')));
    const resource = voice.createAudioResource(packets, { inputType: voice.StreamType.Opus });
    player.play(resource);
    player.once(AudioPlayerStatus.Idle, () => resolve({ sent: resource.playbackDuration / 20 }));
  }),

  hush: () => (player.stop(true), {}),

  state: () => ({
    status: connection?.state.status ?? '',
    text: connection?.state.networking?.state.dave?.voicePrivacyCode ?? '',
  }),

  leave: () => {
    const old = connection;
    connection = undefined;
    player.stop(true);
    old?.destroy();
    return {};
  },
};

async function take(line) {
  const q = JSON.parse(line);
  try {
    tell({ id: q.id, ...(await calls[q.call](q)) });
  } catch (e) {
    tell({ id: q.id, error: e.message });
  }
}

async function main() {
  for await (const line of readline.createInterface({ input: process.stdin })) take(line);
  calls.leave();
  await client?.destroy();
  process.exit();
}

main();
