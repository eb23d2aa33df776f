-- what lies in an object storage elsewhere, of backups and of archived WAL
create table offsite_copies (
  -- which storage: another one knows nothing of these
  target text not null,
  key text not null,
  -- of a project that may be gone: its copies are removed after it
  project_ref text not null,
  backup_id uuid,
  -- file of archived WAL
  wal_file text,
  bytes bigint not null,
  -- of a backup's object; that of a file of WAL is in its name
  sha256 text,
  copied_at timestamptz not null default clock_timestamp(),
  primary key (target, key),
  check ((backup_id is null) <> (wal_file is null)),
  check ((backup_id is null) = (sha256 is null))
);
create index offsite_copies_project on offsite_copies (project_ref, wal_file);
create index offsite_copies_backup on offsite_copies (backup_id);

create table offsite_states (
  target text primary key,
  -- everything that was there to be copied had been
  completed_at timestamptz,
  problem text,
  problem_since timestamptz
);

create function announce_offsite_copies() returns trigger language plpgsql as $$
begin
  perform pg_notify('news', 'backups:' || coalesce(new.project_ref, old.project_ref));
  return null;
end
$$;
create trigger offsite_copies_announce after insert or delete on offsite_copies for each row
  when (pg_trigger_depth() = 0) execute function announce_offsite_copies();
