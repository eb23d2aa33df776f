-- read replicas: what people asked for, and what is known to be done
create table replicas (
  -- <ref of the project>-rr-<region>-<five letters>
  identifier text primary key,
  -- what its cluster is called
  cluster_ref text not null unique check (cluster_ref ~ '^[a-z]{20}$'),
  project_ref text not null references projects on delete cascade,
  region text not null,
  compute text not null,
  compute_applied text,
  desired text not null default 'active' check (desired in ('active', 'removed')),
  restarts_requested integer not null default 0,
  restarts_done integer not null default 0,
  status text not null default 'INIT_READ_REPLICA',
  -- null until it streamed for the first time
  ready_at timestamptz,
  db_host text,
  db_port integer,
  problem jsonb,
  inserted_at timestamptz not null default clock_timestamp()
);
create index replicas_project on replicas (project_ref);

-- the steps of its setup that were begun
create table replica_steps (
  identifier text not null references replicas on delete cascade,
  step text not null,
  state text not null check (state in ('started', 'done', 'failed')),
  at timestamptz not null default clock_timestamp(),
  message text,
  primary key (identifier, step)
);

create function announce_replica() returns trigger language plpgsql as $$
begin
  perform pg_notify('news', 'replicas:' || coalesce(new.project_ref, old.project_ref));
  return null;
end
$$;
create trigger replicas_announce after insert or update or delete on replicas for each row execute function announce_replica();

create function announce_replica_step() returns trigger language plpgsql as $$
begin
  perform pg_notify('news', 'replicas:' || project_ref) from replicas where identifier = new.identifier;
  return null;
end
$$;
create trigger replica_steps_announce after insert or update on replica_steps for each row execute function announce_replica_step();
