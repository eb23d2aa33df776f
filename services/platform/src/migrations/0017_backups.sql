-- physical backups: what people or the clock asked for, and what is known to be done
create table backups (
  id uuid primary key default gen_random_uuid(),
  project_ref text not null references projects on delete cascade,
  kind text not null check (kind in ('scheduled', 'manual')),
  status text not null default 'MAKING' check (status in ('MAKING', 'PROVING', 'COMPLETED', 'DAMAGED', 'FAILED', 'REMOVING')),
  inserted_at timestamptz not null default clock_timestamp(),
  -- null until it is made
  taken_at timestamptz,
  bytes bigint,
  files integer,
  db_version text,
  stop_lsn text,
  -- of its manifest, which is beside its files: they are what was made as long as this matches
  manifest_sha256 text,
  proved_at timestamptz,
  proved_tables integer,
  proved_indexes integer,
  problem text
);
create index backups_project on backups (project_ref, inserted_at);

create table restores (
  id uuid primary key default gen_random_uuid(),
  project_ref text not null references projects on delete cascade,
  -- it is kept while it is restored
  backup_id uuid references backups on delete set null,
  restored_to timestamptz not null,
  -- the project itself, or one that there is none of yet
  target_ref text not null check (target_ref ~ '^[a-z]{20}$'),
  target_name text,
  password_verifier text,
  status text not null default 'PREPARING' check (status in ('PREPARING', 'PLACING', 'COMPLETED', 'FAILED')),
  -- [{"step", "at"}]
  steps jsonb not null default '[]',
  problem text,
  inserted_at timestamptz not null default clock_timestamp()
);
create index restores_project on restores (project_ref, inserted_at);
create unique index restores_one_at_a_time on restores (target_ref) where status in ('PREPARING', 'PLACING');

create function announce_backups() returns trigger language plpgsql as $$
begin
  perform pg_notify('news', 'backups:' || coalesce(new.project_ref, old.project_ref));
  return null;
end
$$;
create trigger backups_announce after insert or update or delete on backups for each row execute function announce_backups();
create trigger restores_announce after insert or update or delete on restores for each row execute function announce_backups();
