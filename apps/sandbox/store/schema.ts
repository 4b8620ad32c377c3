/**
 * Money is cents, quantities are billionths of a share. Times are ISO text, columns in `_ms`
 * milliseconds. A `settle_day` counts days since 1970-01-01.
 */
export const SCHEMA = `
CREATE TABLE IF NOT EXISTS scheduled (
  id       INTEGER PRIMARY KEY AUTOINCREMENT,
  due_ms   INTEGER NOT NULL,
  task     TEXT NOT NULL,
  payload  TEXT NOT NULL,
  held_for TEXT
) STRICT;
CREATE INDEX IF NOT EXISTS scheduled_due ON scheduled (due_ms, id);

CREATE TABLE IF NOT EXISTS accounts (
  seq         INTEGER PRIMARY KEY AUTOINCREMENT,
  id          TEXT NOT NULL UNIQUE,
  number      TEXT NOT NULL DEFAULT '',
  email_key   TEXT NOT NULL UNIQUE,
  search      TEXT NOT NULL,
  status      TEXT NOT NULL,
  reason      TEXT,
  application TEXT NOT NULL,
  created_at  TEXT NOT NULL,
  blocks TEXT,
  shown TEXT
) STRICT;

CREATE TABLE IF NOT EXISTS emails_elsewhere (
  email_key TEXT PRIMARY KEY,
  status    INTEGER NOT NULL
) STRICT;

CREATE TABLE IF NOT EXISTS cash (
  account_id TEXT PRIMARY KEY,
  cents      INTEGER NOT NULL DEFAULT 0,
  held_cents INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE TABLE IF NOT EXISTS holdings (
  account_id TEXT NOT NULL,
  symbol     TEXT NOT NULL,
  qty        INTEGER NOT NULL DEFAULT 0,
  held_qty   INTEGER NOT NULL DEFAULT 0,
  cost_cents INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (account_id, symbol)
) STRICT;

CREATE TABLE IF NOT EXISTS movements (
  seq        INTEGER PRIMARY KEY AUTOINCREMENT,
  account_id TEXT NOT NULL,
  at_ms      INTEGER NOT NULL,
  cents      INTEGER NOT NULL,
  symbol     TEXT,
  qty        INTEGER NOT NULL DEFAULT 0,
  settle_day INTEGER
) STRICT;
CREATE INDEX IF NOT EXISTS movements_account ON movements (account_id, at_ms);
CREATE INDEX IF NOT EXISTS movements_unsettled ON movements (account_id, settle_day)
  WHERE settle_day IS NOT NULL;

CREATE TABLE IF NOT EXISTS prices (
  seq    INTEGER PRIMARY KEY AUTOINCREMENT,
  symbol TEXT NOT NULL,
  at_ms  INTEGER NOT NULL,
  cents  INTEGER NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS prices_symbol ON prices (symbol, seq);

CREATE TABLE IF NOT EXISTS configurations (
  account_id TEXT PRIMARY KEY,
  body       TEXT NOT NULL
) STRICT;

CREATE TABLE IF NOT EXISTS journals (
  seq             INTEGER PRIMARY KEY AUTOINCREMENT,
  id              TEXT NOT NULL UNIQUE,
  idempotency_key TEXT UNIQUE,
  body            TEXT NOT NULL,
  from_account    TEXT NOT NULL,
  to_account      TEXT NOT NULL,
  cents           INTEGER NOT NULL,
  description     TEXT NOT NULL,
  status          TEXT NOT NULL,
  created_at      TEXT NOT NULL,
  reversed_at     TEXT,
  amount TEXT,
  shown TEXT
) STRICT;
CREATE INDEX IF NOT EXISTS journals_to ON journals (to_account);
CREATE INDEX IF NOT EXISTS journals_from ON journals (from_account, status);

CREATE TABLE IF NOT EXISTS journal_limits (
  name  TEXT PRIMARY KEY,
  cents INTEGER NOT NULL
) STRICT;

CREATE TABLE IF NOT EXISTS orders (
  seq             INTEGER PRIMARY KEY AUTOINCREMENT,
  id              TEXT NOT NULL UNIQUE,
  client_order_id TEXT NOT NULL UNIQUE,
  account_id      TEXT NOT NULL,
  symbol          TEXT NOT NULL,
  side            TEXT NOT NULL,
  asked_qty       INTEGER,
  notional_cents  INTEGER,
  qty             INTEGER NOT NULL,
  held_cents      INTEGER NOT NULL,
  filled_qty      INTEGER NOT NULL DEFAULT 0,
  filled_cents    INTEGER NOT NULL DEFAULT 0,
  status          TEXT NOT NULL,
  reason          TEXT,
  created_at      TEXT NOT NULL,
  updated_at      TEXT NOT NULL,
  ended_at        TEXT,
  price TEXT
) STRICT;
CREATE INDEX IF NOT EXISTS orders_account ON orders (account_id, seq);

CREATE TABLE IF NOT EXISTS repeats (
  kind  TEXT NOT NULL,
  key   TEXT NOT NULL,
  count INTEGER NOT NULL,
  PRIMARY KEY (kind, key)
) STRICT;

CREATE TABLE IF NOT EXISTS settings (
  name  TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT;

CREATE TABLE IF NOT EXISTS events (
  id     TEXT PRIMARY KEY,
  stream TEXT NOT NULL,
  body   TEXT NOT NULL,
  copies INTEGER NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS events_stream ON events (stream, id);

CREATE TABLE IF NOT EXISTS persons (
  seq           INTEGER PRIMARY KEY AUTOINCREMENT,
  id            TEXT NOT NULL UNIQUE,
  external_id   TEXT UNIQUE,
  status        TEXT NOT NULL,
  review        INTEGER NOT NULL DEFAULT 0,
  onboarding_id TEXT NOT NULL
) STRICT;

CREATE TABLE IF NOT EXISTS vault (
  person_id TEXT NOT NULL,
  field     TEXT NOT NULL,
  value     TEXT NOT NULL,
  PRIMARY KEY (person_id, field)
) STRICT;

CREATE TABLE IF NOT EXISTS sessions (
  token            TEXT PRIMARY KEY,
  person_id        TEXT NOT NULL,
  bootstrap        TEXT NOT NULL,
  expires_ms       INTEGER NOT NULL,
  validation_token TEXT UNIQUE,
  outcome          TEXT,
  completed_at     TEXT
) STRICT;
`;
