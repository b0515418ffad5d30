BEGIN TRANSACTION;
CREATE TABLE clocks (
    match text not null, seat integer not null, "left" real not null, primary key (match, seat)
);
INSERT INTO "clocks" VALUES('5d153e8e6ee40c58',0,2.99960646706982515738e+02);
INSERT INTO "clocks" VALUES('5d153e8e6ee40c58',1,299.960807989999);
CREATE TABLE decisions (
    match text not null, number integer not null, seat integer not null,
    choice text not null, place integer not null, primary key (match, number)
);
INSERT INTO "decisions" VALUES('5d153e8e6ee40c58',0,0,'bid 1',0);
INSERT INTO "decisions" VALUES('5d153e8e6ee40c58',1,0,'1',1);
INSERT INTO "decisions" VALUES('5d153e8e6ee40c58',2,1,'2',2);
INSERT INTO "decisions" VALUES('5d153e8e6ee40c58',3,1,'bid 1',0);
INSERT INTO "decisions" VALUES('5d153e8e6ee40c58',4,1,'1',1);
INSERT INTO "decisions" VALUES('5d153e8e6ee40c58',5,0,'2',2);
INSERT INTO "decisions" VALUES('5d153e8e6ee40c58',6,0,'bid 1',0);
INSERT INTO "decisions" VALUES('5d153e8e6ee40c58',7,0,'1',1);
INSERT INTO "decisions" VALUES('5d153e8e6ee40c58',8,1,'2',2);
INSERT INTO "decisions" VALUES('5d153e8e6ee40c58',9,1,'bid 1',0);
INSERT INTO "decisions" VALUES('5d153e8e6ee40c58',10,1,'1',1);
INSERT INTO "decisions" VALUES('5d153e8e6ee40c58',11,0,'2',2);
CREATE TABLE early (match text primary key, answers text not null);
CREATE TABLE matches (
    id text primary key, rulebook text not null, lang text not null, beginning text not null,
    sitters text not null, ended text not null default '', chat integer not null default 0,
    minutes integer not null default 0
);
INSERT INTO "matches" VALUES('5d153e8e6ee40c58','bids','','{"start": {"rulebook": "bids", "digest": "b3834be70b20c49b13de8f3604ccde00", "language": 1, "engine": 1, "seed": 33121342984287, "players": 2, "automatic": 0, "options": {}, "cards": []}, "choices": [], "hash": "91f653eb4f314c18", "seats": [], "record": "save", "form": 1, "checksum": "5395d5f1298039f2"}','
','',1,5);
CREATE TABLE tokens (token text primary key, match text not null, place integer);
INSERT INTO "tokens" VALUES('wdEal0kN-hAFin0FoH0WV8zD','5d153e8e6ee40c58',0);
INSERT INTO "tokens" VALUES('mu4h4onxd4MN5th_J49m6u4C','5d153e8e6ee40c58',1);
INSERT INTO "tokens" VALUES('mDFhDFdXr3MijpaqnrsXfi60','5d153e8e6ee40c58',2);
INSERT INTO "tokens" VALUES('BtbfuXCxUInZLJv6zq6MLUJ6','5d153e8e6ee40c58',3);
COMMIT;
