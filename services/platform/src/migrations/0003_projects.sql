create table projects (
  ref text primary key check (ref ~ '^[a-z]{20}$'),
  organization_id uuid not null references organizations,
  name text not null,
  region text not null,
  -- what people asked for
  desired text not null default 'active' check (desired in ('active', 'inactive', 'removed')),
  compute text not null,
  restarts_requested integer not null default 0,
  passwords_requested integer not null default 1,
  -- a SCRAM verifier, never the password itself
  password_verifier text not null,
  -- what is known to be done
  status text not null check (
    status in ('COMING_UP', 'ACTIVE_HEALTHY', 'PAUSING', 'INACTIVE', 'RESTORING', 'GOING_DOWN', 'REMOVED', 'INIT_FAILED', 'UNHEALTHY')
  ),
  compute_applied text,
  restarts_done integer not null default 0,
  passwords_done integer not null default 0,
  bootstrap_applied text,
  -- null until it answered its first query: from then on its data exists and is never made anew
  ready_at timestamptz,
  db_version text,
  db_host text,
  db_port integer,
  problem jsonb,
  inserted_at timestamptz not null default now(),
  removed_at timestamptz
);
create unique index projects_name on projects (organization_id, lower(name)) where status <> 'REMOVED';
create index projects_unsettled on projects (ref) where status <> 'REMOVED';

create table project_events (
  id bigint generated always as identity primary key,
  ref text not null references projects,
  at timestamptz not null default clock_timestamp(),
  kind text not null check (kind in ('status', 'step')),
  status text not null,
  step text,
  state text check (state in ('started', 'done', 'failed')),
  message text
);
create index project_events_ref on project_events (ref, id);

create function announce_project_event() returns trigger language plpgsql as $$
begin
  perform pg_notify('project_events', new.ref);
  return null;
end
$$;
create trigger project_events_announce after insert on project_events for each row execute function announce_project_event();
