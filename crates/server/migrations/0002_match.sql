-- One word for one thing: a match. What a list shows of it stands in its own row, kept up to date with each
-- entry, so that a list is one look into an index.

ALTER TABLE sitting RENAME TO matches;
ALTER TABLE secret RENAME COLUMN sitting TO match_id;
ALTER TABLE seat RENAME COLUMN sitting TO match_id;
ALTER TABLE entry RENAME COLUMN sitting TO match_id;
ALTER TABLE chat RENAME COLUMN sitting TO match_id;
ALTER TABLE private_note RENAME COLUMN sitting TO match_id;

-- How many entries there are, and when the last was made.
ALTER TABLE matches ADD COLUMN seq BIGINT NOT NULL DEFAULT 0;
ALTER TABLE matches ADD COLUMN moved BIGINT NOT NULL DEFAULT 0;
-- How it came to be: dealt here, branched off another match, or uploaded from a file.
ALTER TABLE matches ADD COLUMN origin TEXT NOT NULL DEFAULT 'dealt';
-- How its rolls are made: 1 from a seed of the table alone, 2 with a part from each person.
ALTER TABLE matches ADD COLUMN dice BIGINT NOT NULL DEFAULT 1;

UPDATE matches SET moved = created;
UPDATE matches SET origin = 'uploaded' WHERE dice_from > 0;
UPDATE matches SET
    seq = (SELECT MAX(e.n) + 1 FROM entry e WHERE e.match_id = matches.id),
    moved = (SELECT e.at FROM entry e WHERE e.match_id = matches.id ORDER BY e.n DESC LIMIT 1),
    awaits = (SELECT e.awaits FROM entry e WHERE e.match_id = matches.id ORDER BY e.n DESC LIMIT 1),
    outcome = (SELECT e.outcome FROM entry e WHERE e.match_id = matches.id ORDER BY e.n DESC LIMIT 1)
    WHERE EXISTS (SELECT 1 FROM entry e WHERE e.match_id = matches.id);
ALTER TABLE entry DROP COLUMN awaits;
ALTER TABLE entry DROP COLUMN outcome;

CREATE INDEX matches_public ON matches (public, moved);
CREATE INDEX matches_owner ON matches (owner, moved);

-- What the table needs for itself: the key it signs match files with, and a row to find out whether it can write.
CREATE TABLE own (
    name    TEXT   NOT NULL PRIMARY KEY,
    value   TEXT   NOT NULL
);
