-- the WAL that is kept for a recoverable window: how much it is, and when all of it was last read
alter table recovery_windows
  -- as of the last look
  add column kept_segments integer not null default 0,
  add column kept_bytes bigint not null default 0,
  -- null when nobody wants it read; whoever reads it says so by clearing it
  add column reading_asked_at timestamptz,
  -- {"at", "segments", "damaged"}
  add column last_reading jsonb;
