-- What the server keeps. Times are milliseconds since 1970.

-- One line for each fact about the whole, such as the mark of the key that seals the secrets.
CREATE TABLE fact (
    name TEXT NOT NULL PRIMARY KEY,
    value TEXT NOT NULL
);

CREATE TABLE guest (
    id TEXT NOT NULL PRIMARY KEY,
    since BIGINT NOT NULL,
    seen BIGINT NOT NULL
);
CREATE INDEX guest_seen ON guest (seen);

CREATE TABLE game (
    id TEXT NOT NULL PRIMARY KEY,
    -- S, sealed with a key that is not in this database.
    secret BYTEA NOT NULL,
    -- The guests; none before somebody joins, and when they were forgotten.
    creator TEXT,
    friend TEXT,
    created BIGINT NOT NULL,
    is_over BIGINT NOT NULL DEFAULT 0,
    -- What lists of games show. It is all in the events; here it can be searched. `listed` are those that everybody finds.
    rules TEXT NOT NULL,
    preset TEXT NOT NULL,
    clock TEXT NOT NULL,
    speed TEXT,
    kind TEXT NOT NULL,
    base BIGINT NOT NULL,
    level TEXT,
    listed BIGINT NOT NULL,
    -- How it ended. Players are 0 for the creator, 1 for the friend.
    ended BIGINT,
    winner BIGINT,
    reason TEXT,
    aborted BIGINT NOT NULL DEFAULT 0,
    withheld BIGINT,
    turns BIGINT NOT NULL DEFAULT 0,
    creator_captures BIGINT NOT NULL DEFAULT 0,
    friend_captures BIGINT NOT NULL DEFAULT 0
);
CREATE INDEX game_unfinished ON game (id) WHERE is_over = 0;

-- The key refuses a second writer.
CREATE TABLE event (
    game TEXT NOT NULL REFERENCES game (id),
    number BIGINT NOT NULL,
    at BIGINT NOT NULL,
    event TEXT NOT NULL,
    PRIMARY KEY (game, number)
);

-- And this leaves no gap, whoever writes.
CREATE FUNCTION event_follows() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.number > 1 AND NOT EXISTS (SELECT 1 FROM event WHERE game = NEW.game AND number = NEW.number - 1) THEN
        RAISE EXCEPTION 'an event is missing';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER event_follows BEFORE INSERT ON event FOR EACH ROW EXECUTE FUNCTION event_follows();

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
    recovery BYTEA NOT NULL,
    since BIGINT NOT NULL
);

CREATE TABLE session (
    -- SHA-256 of the token, which only the browser has.
    token BYTEA NOT NULL PRIMARY KEY,
    id TEXT NOT NULL,
    account TEXT NOT NULL,
    device TEXT NOT NULL,
    since BIGINT NOT NULL,
    seen BIGINT NOT NULL
);
CREATE INDEX session_account ON session (account, id);
CREATE INDEX session_seen ON session (seen);

CREATE TABLE rating (
    account TEXT NOT NULL,
    speed TEXT NOT NULL,
    rating DOUBLE PRECISION NOT NULL,
    deviation DOUBLE PRECISION NOT NULL,
    volatility DOUBLE PRECISION NOT NULL,
    games BIGINT NOT NULL,
    -- When the last of them ended.
    at BIGINT NOT NULL,
    PRIMARY KEY (account, speed)
);

CREATE TABLE rating_change (
    account TEXT NOT NULL,
    speed TEXT NOT NULL,
    at BIGINT NOT NULL,
    game TEXT NOT NULL,
    before BIGINT NOT NULL,
    rating BIGINT NOT NULL,
    deviation BIGINT NOT NULL,
    PRIMARY KEY (account, speed, at, game)
);
CREATE INDEX rating_change_game ON rating_change (game);

-- Points, and what stakes brought: one line for each game and account.
CREATE TABLE score (
    account TEXT NOT NULL,
    board TEXT NOT NULL,
    at BIGINT NOT NULL,
    game TEXT NOT NULL,
    amount BIGINT NOT NULL,
    level TEXT,
    PRIMARY KEY (account, board, at, game)
);
CREATE INDEX score_game ON score (game);

-- The boards: sums of the scores of a day, a week and of all time, and the ratings of those who played in it.
CREATE TABLE standing (
    board TEXT NOT NULL,
    span TEXT NOT NULL,
    account TEXT NOT NULL,
    amount BIGINT NOT NULL,
    best BIGINT NOT NULL,
    PRIMARY KEY (board, span, account)
);
-- With all that a page shows of it: it is read from the index alone.
CREATE INDEX standing_order ON standing (board, span, amount DESC, account, best);
CREATE INDEX standing_account ON standing (account);
