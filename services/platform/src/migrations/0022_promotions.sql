-- promotions: a replica and its primary change places
create table promotions (
  id uuid primary key default gen_random_uuid(),
  project_ref text not null references projects on delete cascade,
  -- of the replica, as it was called then, and where it was
  identifier text not null,
  region text not null,
  -- of the replica, and then of the former primary
  cluster_ref text not null,
  is_forced boolean not null,
  state text not null default 'REQUESTED' check (state in ('REQUESTED', 'FENCED', 'PROMOTED', 'DONE', 'FAILED')),
  created_by uuid references users on delete set null,
  inserted_at timestamptz not null default clock_timestamp(),
  fenced_at timestamptz,
  promoted_at timestamptz,
  finished_at timestamptz,
  is_complete boolean,
  timeline integer,
  copied_anew integer not null default 0,
  problem text
);
create index promotions_project on promotions (project_ref, inserted_at);
create unique index promotions_one_at_a_time on promotions (project_ref) where state in ('REQUESTED', 'FENCED', 'PROMOTED');

create trigger promotions_announce after insert or update on promotions for each row execute function announce_replica();

-- a replica is called by its region, which is that of the former primary after a promotion
alter table replica_steps drop constraint replica_steps_identifier_fkey,
  add foreign key (identifier) references replicas on delete cascade on update cascade;
