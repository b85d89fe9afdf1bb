-- +goose Up

-- When an agent falls silent for somebody who interrupts it: always, sentence or
-- never; empty is always. And what it utters while its answer is not ready.
ALTER TABLE agents ADD COLUMN interruptible TEXT NOT NULL DEFAULT '';
ALTER TABLE agents ADD COLUMN fillers       TEXT NOT NULL DEFAULT '[]'; -- JSON list

-- What becomes of stage directions, drop or narrate; empty is drop. And whose
-- voice tells them: a JSON object of voices by provider.
ALTER TABLE campaigns ADD COLUMN directions TEXT NOT NULL DEFAULT '';
ALTER TABLE campaigns ADD COLUMN narrator   TEXT NOT NULL DEFAULT '{}';

-- Who answers when all are spoken to: one or each; empty is one.
ALTER TABLE campaigns ADD COLUMN chorus TEXT NOT NULL DEFAULT '';

-- How long an answer was heard, in microseconds, and what its model and its voice
-- cost, in the currency of the price list.
ALTER TABLE turns ADD COLUMN play BIGINT NOT NULL DEFAULT 0;
ALTER TABLE turns ADD COLUMN cost DOUBLE PRECISION NOT NULL DEFAULT 0;
