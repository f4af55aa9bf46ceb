-- Nothing here is ever changed but names, private notes and who takes an open seat. Integers are BIGINT,
-- times Unix milliseconds, everything else TEXT, so that SQLite and PostgreSQL read the same.

CREATE TABLE person (
    id      TEXT   NOT NULL PRIMARY KEY,
    name    TEXT   NOT NULL
);

-- `head` is the match file as far as the deal; `awaits` is -1 when nobody is awaited.
CREATE TABLE sitting (
    id         TEXT   NOT NULL PRIMARY KEY,
    game       TEXT   NOT NULL,
    setup      TEXT   NOT NULL,
    head       TEXT   NOT NULL,
    dice_hash  TEXT   NOT NULL,
    dice_from  BIGINT NOT NULL,
    owner      TEXT   NOT NULL,
    public     BIGINT NOT NULL,
    awaits     BIGINT NOT NULL,
    outcome    TEXT,
    created    BIGINT NOT NULL
);

CREATE TABLE secret (
    sitting    TEXT   NOT NULL PRIMARY KEY REFERENCES sitting (id),
    dice       TEXT   NOT NULL,
    links      TEXT   NOT NULL
);

CREATE TABLE seat (
    sitting    TEXT   NOT NULL REFERENCES sitting (id),
    seat       BIGINT NOT NULL,
    kind       TEXT   NOT NULL,
    bot        TEXT   NOT NULL,
    link_hash  TEXT   NOT NULL,
    person     TEXT   NOT NULL,
    PRIMARY KEY (sitting, seat)
);
CREATE INDEX seat_link ON seat (link_hash);
CREATE INDEX seat_person ON seat (person);

-- A line of the match file, or `= 17`: back to 17 entries.
CREATE TABLE entry (
    sitting    TEXT   NOT NULL REFERENCES sitting (id),
    n          BIGINT NOT NULL,
    line       TEXT   NOT NULL,
    awaits     BIGINT NOT NULL,
    outcome    TEXT,
    at         BIGINT NOT NULL,
    PRIMARY KEY (sitting, n)
);

CREATE TABLE chat (
    sitting    TEXT   NOT NULL REFERENCES sitting (id),
    n          BIGINT NOT NULL,
    seat       BIGINT NOT NULL,
    name       TEXT   NOT NULL,
    line       TEXT   NOT NULL,
    at         BIGINT NOT NULL,
    PRIMARY KEY (sitting, n)
);

CREATE TABLE private_note (
    sitting    TEXT   NOT NULL REFERENCES sitting (id),
    person     TEXT   NOT NULL,
    line       TEXT   NOT NULL,
    PRIMARY KEY (sitting, person)
);
