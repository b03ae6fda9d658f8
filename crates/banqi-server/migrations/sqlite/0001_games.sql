-- What the server keeps. Times are milliseconds since 1970.

-- One line for each fact about the whole, such as the mark of the key that seals the secrets.
CREATE TABLE fact (
    name TEXT NOT NULL PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE guest (
    id TEXT NOT NULL PRIMARY KEY,
    since INTEGER NOT NULL,
    seen INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX guest_seen ON guest (seen);

CREATE TABLE game (
    id TEXT NOT NULL PRIMARY KEY,
    -- S, sealed with a key that is not in this database.
    secret BLOB NOT NULL,
    -- The guests; none before somebody joins, and when they were forgotten.
    creator TEXT,
    friend TEXT,
    created INTEGER NOT NULL,
    is_over INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;
CREATE INDEX game_creator ON game (creator, created);
CREATE INDEX game_friend ON game (friend, created);
CREATE INDEX game_unfinished ON game (id) WHERE is_over = 0;

-- The key refuses a second writer.
CREATE TABLE event (
    game TEXT NOT NULL REFERENCES game (id),
    number INTEGER NOT NULL,
    at INTEGER NOT NULL,
    event TEXT NOT NULL,
    PRIMARY KEY (game, number)
) STRICT, WITHOUT ROWID;

-- And this leaves no gap, whoever writes.
CREATE TRIGGER event_follows BEFORE INSERT ON event
WHEN NEW.number > 1 AND NOT EXISTS (SELECT 1 FROM event WHERE game = NEW.game AND number = NEW.number - 1)
BEGIN
    SELECT RAISE(ABORT, 'an event is missing');
END;
