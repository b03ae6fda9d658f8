-- Accounts, and what games count for.

-- What lists of games show. It is all in the events; here it can be searched. `listed` are those that everybody finds.
ALTER TABLE game ADD COLUMN rules TEXT NOT NULL DEFAULT 'taiwan-tournament';
ALTER TABLE game ADD COLUMN preset TEXT NOT NULL DEFAULT 'taiwan-tournament';
ALTER TABLE game ADD COLUMN clock TEXT NOT NULL DEFAULT '{"kind":"none"}';
ALTER TABLE game ADD COLUMN speed TEXT;
ALTER TABLE game ADD COLUMN kind TEXT NOT NULL DEFAULT 'casual';
ALTER TABLE game ADD COLUMN base INTEGER NOT NULL DEFAULT 0;
ALTER TABLE game ADD COLUMN level TEXT;
ALTER TABLE game ADD COLUMN listed INTEGER NOT NULL DEFAULT 0;
-- How it ended. Players are 0 for the creator, 1 for the friend.
ALTER TABLE game ADD COLUMN ended INTEGER;
ALTER TABLE game ADD COLUMN winner INTEGER;
ALTER TABLE game ADD COLUMN reason TEXT;
ALTER TABLE game ADD COLUMN aborted INTEGER NOT NULL DEFAULT 0;
ALTER TABLE game ADD COLUMN withheld INTEGER;
ALTER TABLE game ADD COLUMN turns INTEGER NOT NULL DEFAULT 0;
ALTER TABLE game ADD COLUMN creator_captures INTEGER NOT NULL DEFAULT 0;
ALTER TABLE game ADD COLUMN friend_captures INTEGER NOT NULL DEFAULT 0;

-- The same of the games until now. What was captured in them is not counted afterwards.
UPDATE game SET
    rules = (SELECT event ->> '$.rules' FROM event WHERE event.game = game.id AND number = 1),
    clock = (SELECT event -> '$.clock' FROM event WHERE event.game = game.id AND number = 1)
WHERE EXISTS (SELECT 1 FROM event WHERE event.game = game.id AND number = 1 AND event ->> '$.rules' IS NOT NULL);
UPDATE game SET preset = CASE instr(rules, ':') WHEN 0 THEN rules ELSE substr(rules, 1, instr(rules, ':') - 1) END;
UPDATE game SET speed = CASE clock ->> '$.kind'
    WHEN 'days' THEN 'days'
    WHEN 'fischer' THEN CASE WHEN (clock ->> '$.initial') + 40 * (clock ->> '$.increment') < 600 THEN 'blitz' ELSE 'rapid' END
END;
UPDATE game SET
    ended = (SELECT at FROM event WHERE event.game = game.id AND event ->> '$.type' IN ('finished', 'aborted')),
    aborted = EXISTS (SELECT 1 FROM event WHERE event.game = game.id AND event ->> '$.type' = 'aborted'),
    reason = (SELECT coalesce(event ->> '$.outcome.reason', event ->> '$.reason') FROM event
        WHERE event.game = game.id AND event ->> '$.type' IN ('finished', 'aborted')),
    withheld = (SELECT CASE event ->> '$.by' WHEN 'creator' THEN 0 WHEN 'friend' THEN 1 END FROM event
        WHERE event.game = game.id AND event ->> '$.type' = 'aborted' AND event ->> '$.reason' IN ('unsealed', 'unpicked')),
    winner = (SELECT CASE event ->> '$.outcome.winner'
            WHEN 'first' THEN (SELECT CASE event ->> '$.first' WHEN 'creator' THEN 0 ELSE 1 END FROM event
                WHERE event.game = game.id AND event ->> '$.type' = 'began')
            WHEN 'second' THEN (SELECT CASE event ->> '$.first' WHEN 'creator' THEN 1 ELSE 0 END FROM event
                WHERE event.game = game.id AND event ->> '$.type' = 'began')
        END FROM event WHERE event.game = game.id AND event ->> '$.type' = 'finished'),
    turns = (SELECT count(*) FROM event WHERE event.game = game.id AND event ->> '$.type' = 'played')
WHERE is_over = 1;

DROP INDEX game_creator;
DROP INDEX game_friend;
-- The lists of a player's games: of their own, and of those that everybody finds, with all that these are searched for and
-- counted by, so that a player of very many games is read from the index alone.
CREATE INDEX game_of_creator ON game (creator, is_over, created DESC, id);
CREATE INDEX game_of_friend ON game (friend, is_over, created DESC, id);
CREATE INDEX game_listed_creator ON game (creator, listed, ended, id, friend, preset, kind, winner, aborted);
CREATE INDEX game_listed_friend ON game (friend, listed, ended, id, creator, preset, kind, winner, aborted);
CREATE INDEX game_listed ON game (ended, id) WHERE listed = 1 AND ended IS NOT NULL;
CREATE INDEX game_listed_preset ON game (preset, ended, id) WHERE listed = 1 AND ended IS NOT NULL;
CREATE INDEX game_listed_kind ON game (kind, ended, id) WHERE listed = 1 AND ended IS NOT NULL;
CREATE INDEX game_listed_both ON game (preset, kind, ended, id) WHERE listed = 1 AND ended IS NOT NULL;
CREATE INDEX game_withheld_creator ON game (creator) WHERE withheld = 0;
CREATE INDEX game_withheld_friend ON game (friend) WHERE withheld = 1;

-- A guest who signs up becomes an account with the same id.
CREATE TABLE account (
    id TEXT NOT NULL PRIMARY KEY,
    -- As the player writes it, and as it is compared.
    name TEXT NOT NULL,
    key TEXT NOT NULL UNIQUE,
    -- Hashes: of the password by argon2id, of the recovery code by SHA-256.
    password TEXT NOT NULL,
    recovery BLOB NOT NULL,
    since INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE session (
    -- SHA-256 of the token, which only the browser has.
    token BLOB NOT NULL PRIMARY KEY,
    id TEXT NOT NULL,
    account TEXT NOT NULL,
    device TEXT NOT NULL,
    since INTEGER NOT NULL,
    seen INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX session_account ON session (account, id);
CREATE INDEX session_seen ON session (seen);

CREATE TABLE rating (
    account TEXT NOT NULL,
    speed TEXT NOT NULL,
    rating REAL NOT NULL,
    deviation REAL NOT NULL,
    volatility REAL NOT NULL,
    games INTEGER NOT NULL,
    -- When the last of them ended.
    at INTEGER NOT NULL,
    PRIMARY KEY (account, speed)
) STRICT, WITHOUT ROWID;

CREATE TABLE rating_change (
    account TEXT NOT NULL,
    speed TEXT NOT NULL,
    at INTEGER NOT NULL,
    game TEXT NOT NULL,
    before INTEGER NOT NULL,
    rating INTEGER NOT NULL,
    deviation INTEGER NOT NULL,
    PRIMARY KEY (account, speed, at, game)
) STRICT, WITHOUT ROWID;
CREATE INDEX rating_change_game ON rating_change (game);

-- Points, and what stakes brought: one line for each game and account.
CREATE TABLE score (
    account TEXT NOT NULL,
    board TEXT NOT NULL,
    at INTEGER NOT NULL,
    game TEXT NOT NULL,
    amount INTEGER NOT NULL,
    level TEXT,
    PRIMARY KEY (account, board, at, game)
) STRICT, WITHOUT ROWID;
CREATE INDEX score_game ON score (game);

-- The boards: sums of the scores of a day, a week and of all time, and the ratings of those who played in it.
CREATE TABLE standing (
    board TEXT NOT NULL,
    span TEXT NOT NULL,
    account TEXT NOT NULL,
    amount INTEGER NOT NULL,
    best INTEGER NOT NULL,
    PRIMARY KEY (board, span, account)
) STRICT, WITHOUT ROWID;
-- With all that a page shows of it: it is read from the index alone.
CREATE INDEX standing_order ON standing (board, span, amount DESC, account, best);
CREATE INDEX standing_account ON standing (account);
