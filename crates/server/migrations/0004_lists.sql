-- What a list shows of a match: its turn and phase, how many decisions stand, and who has given up (-1: nobody).
ALTER TABLE matches ADD COLUMN stands TEXT NOT NULL DEFAULT '';
ALTER TABLE matches ADD COLUMN entries BIGINT NOT NULL DEFAULT 0;
ALTER TABLE matches ADD COLUMN resigned BIGINT NOT NULL DEFAULT -1;
UPDATE matches SET entries = seq;

-- What somebody calls a match, and whether it is put away.
CREATE TABLE mark (
    match_id   TEXT   NOT NULL REFERENCES matches (id),
    person     TEXT   NOT NULL,
    title      TEXT   NOT NULL,
    archived   BIGINT NOT NULL,
    PRIMARY KEY (match_id, person)
);
