-- readings of the statistics of running projects: counters as the server gives them, from which rates are differences
create table project_samples (
  ref text not null references projects,
  at timestamptz not null,
  connections integer not null,
  max_connections integer not null,
  active_queries integer not null,
  commits bigint not null,
  rollbacks bigint not null,
  blocks_hit bigint not null,
  blocks_read bigint not null,
  -- differs from the one before when the counters began anew
  counting_since text not null,
  database_bytes bigint not null,
  primary key (ref, at)
);
create index project_samples_age on project_samples (at);

-- what is or was wrong and has been told: one row from when it was noticed to when it was over
create table project_incidents (
  id bigint generated always as identity primary key,
  -- null for what concerns the whole installation
  ref text references projects,
  kind text not null check (kind in ('connections', 'disk', 'archiving', 'advice')),
  -- which one of its kind; for advice the finding's cache key
  key text not null,
  opened_at timestamptz not null default now(),
  closed_at timestamptz
);
create unique index project_incidents_open on project_incidents (coalesce(ref, ''), kind, key) where closed_at is null;
