-- Requests to models, kept for PARLEY_REQUEST_LOG_DAYS. Callers choose request ids, so these needn't be unique.
CREATE TABLE parley.requests (
  id uuid PRIMARY KEY,
  position bigint GENERATED ALWAYS AS IDENTITY,
  time timestamptz NOT NULL,
  request_id text NOT NULL,
  key text NOT NULL,
  -- What GET /v1/requests shows of it, with the texts if they are kept.
  shown jsonb NOT NULL
);
CREATE INDEX requests_by_time ON parley.requests (time);
CREATE INDEX requests_by_id ON parley.requests (request_id, time);
CREATE INDEX requests_by_key ON parley.requests (key, time);
