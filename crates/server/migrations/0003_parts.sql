-- What people add to the secret of the table: -1 is whoever opened the match, before the deal. A part counts
-- from a roll on, of all that were ever made in the match.
CREATE TABLE part (
    match_id   TEXT   NOT NULL REFERENCES matches (id),
    seat       BIGINT NOT NULL,
    from_roll  BIGINT NOT NULL,
    digits     TEXT   NOT NULL,
    PRIMARY KEY (match_id, seat)
);
