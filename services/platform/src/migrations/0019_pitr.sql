-- point-in-time recovery: what people want of it, and what is known of the WAL that is kept for it
create table recovery_windows (
  project_ref text primary key references projects on delete cascade,
  days integer not null check (days > 0),
  -- false while it is being turned off
  is_wanted boolean not null default true,
  turned_on_at timestamptz not null default clock_timestamp(),
  -- whether it has been on: from then on a gap is a fault
  has_been_on boolean not null default false,
  state text not null default 'TURNING_ON' check (state in ('TURNING_ON', 'ON', 'FAILING')),
  problem text,
  -- [{"starts_at", "ends_at", "timeline"}]
  ranges jsonb not null default '[]',
  -- backups that moments of the window are recovered from
  bases uuid[] not null default '{}',
  -- segments of WAL that nothing is recovered across
  broken text[] not null default '{}',
  -- of the server at the last mark, and until when it was seen to have the same
  snapshot text,
  quiet_until timestamptz
);

-- moments up to which all WAL is kept: as of the time, up to the end of the segment
create table recovery_marks (
  project_ref text not null references recovery_windows on delete cascade,
  timeline integer not null,
  segment text not null,
  at timestamptz not null,
  primary key (project_ref, timeline, segment)
);

-- null for those made before; no moment is recovered from them
alter table backups add column timeline integer;
-- for a moment after the backup: {"at", "archived": {"at", "timeline", "segment"}}
alter table restores add column until jsonb;

create trigger recovery_windows_announce after insert or update or delete on recovery_windows for each row execute function announce_backups();
