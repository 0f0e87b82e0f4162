CREATE TABLE parley.keys (
  position bigint GENERATED ALWAYS AS IDENTITY,
  -- SHA-256 of the key in hexadecimal; the key itself is never stored.
  hash text PRIMARY KEY,
  name text NOT NULL CONSTRAINT keys_name UNIQUE,
  begins text NOT NULL,
  created text NOT NULL,
  terms jsonb NOT NULL
);

-- Counts changes of the keys, so that processes notice them without reading all keys.
CREATE TABLE parley.keys_version (version bigint NOT NULL);
INSERT INTO parley.keys_version VALUES (0);

CREATE FUNCTION parley.count_key_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE parley.keys_version SET version = version + 1;
  RETURN NULL;
END
$$;

CREATE TRIGGER keys_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON parley.keys
  FOR EACH STATEMENT EXECUTE FUNCTION parley.count_key_change();

-- Token counts are double precision, as in JavaScript: engines may report what no integer holds.
CREATE TABLE parley.ledger (
  id text PRIMARY KEY,
  time timestamptz NOT NULL,
  -- In UTC.
  day date NOT NULL,
  key text NOT NULL,
  model text NOT NULL,
  engine text NOT NULL,
  outcome text NOT NULL,
  input double precision NOT NULL,
  cached double precision NOT NULL,
  output double precision NOT NULL,
  reasoning double precision NOT NULL,
  estimated boolean NOT NULL,
  -- US dollars; NULL if the price was unknown.
  cost double precision,
  first_ms double precision,
  total_ms double precision NOT NULL,
  -- True for a call whose process ended before it did: what is known is its beginning.
  recovered boolean NOT NULL
);

CREATE INDEX ledger_by_day ON parley.ledger (day, key);
CREATE INDEX ledger_by_key ON parley.ledger (key, day);
