BEGIN TRANSACTION;
CREATE TABLE clocks (
    match text not null, seat integer not null, "left" real not null, primary key (match, seat)
);
INSERT INTO "clocks" VALUES('f8c61cd9cf8232ee',0,2.99965113533005933287e+02);
INSERT INTO "clocks" VALUES('f8c61cd9cf8232ee',1,2.99987045930007298014e+02);
CREATE TABLE decisions (
    match text not null, number integer not null, seat integer not null,
    choice text not null, place integer not null, primary key (match, number)
);
INSERT INTO "decisions" VALUES('f8c61cd9cf8232ee',0,0,'bid 1',0);
INSERT INTO "decisions" VALUES('f8c61cd9cf8232ee',1,0,'1',1);
INSERT INTO "decisions" VALUES('f8c61cd9cf8232ee',2,1,'2',2);
INSERT INTO "decisions" VALUES('f8c61cd9cf8232ee',3,1,'bid 1',0);
INSERT INTO "decisions" VALUES('f8c61cd9cf8232ee',4,1,'1',1);
INSERT INTO "decisions" VALUES('f8c61cd9cf8232ee',5,0,'2',2);
INSERT INTO "decisions" VALUES('f8c61cd9cf8232ee',6,0,'bid 1',0);
INSERT INTO "decisions" VALUES('f8c61cd9cf8232ee',7,0,'1',1);
INSERT INTO "decisions" VALUES('f8c61cd9cf8232ee',8,1,'2',2);
INSERT INTO "decisions" VALUES('f8c61cd9cf8232ee',9,1,'bid 1',0);
INSERT INTO "decisions" VALUES('f8c61cd9cf8232ee',10,1,'1',1);
INSERT INTO "decisions" VALUES('f8c61cd9cf8232ee',11,0,'2',2);
CREATE TABLE matches (
    id text primary key, rulebook text not null, lang text not null, beginning text not null,
    sitters text not null, ended text not null default '', chat integer not null default 0
);
INSERT INTO "matches" VALUES('f8c61cd9cf8232ee','bids','','{"start": {"rulebook": "bids", "digest": "b3834be70b20c49b13de8f3604ccde00", "language": 1, "engine": 1, "seed": 280494570560776, "players": 2, "automatic": 0, "options": {}, "cards": []}, "choices": [], "hash": "91f653eb4f314c18", "seats": [], "record": "save", "form": 1, "checksum": "195a6e747aaf9ac6"}','
','',1);
CREATE TABLE tokens (token text primary key, match text not null, place integer);
INSERT INTO "tokens" VALUES('Q-v8LXz-IqYdQ2EGuilYSa76','f8c61cd9cf8232ee',0);
INSERT INTO "tokens" VALUES('49ITq_KKmcWs0N2EaMWWWIUf','f8c61cd9cf8232ee',1);
INSERT INTO "tokens" VALUES('_mHZ6v5zuSz75B8Z6KendHVB','f8c61cd9cf8232ee',2);
INSERT INTO "tokens" VALUES('UMyHvCKjF33fFPZNEgvsCztc','f8c61cd9cf8232ee',3);
COMMIT;
