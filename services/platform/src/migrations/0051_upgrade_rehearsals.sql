-- upgrades of projects to another version of Postgres, rehearsed on copies
create table upgrade_rehearsals (
  id uuid primary key default gen_random_uuid(),
  project_ref text not null references projects on delete cascade,
  status text not null default 'REHEARSING' check (status in ('REHEARSING', 'REHEARSED', 'BLOCKED', 'FAILED', 'CANCELLED')),
  from_version text not null,
  to_version text not null,
  inserted_at timestamptz not null default clock_timestamp(),
  created_by uuid references users on delete set null,
  finished_at timestamptz,
  step text,
  progress jsonb,
  -- what was found, in the form of the API
  report jsonb,
  problem text
);
create index upgrade_rehearsals_project on upgrade_rehearsals (project_ref, inserted_at);
create unique index upgrade_rehearsals_one_at_a_time on upgrade_rehearsals (project_ref) where status = 'REHEARSING';

create function announce_upgrade_rehearsal() returns trigger language plpgsql as $$
begin
  perform pg_notify('news', 'upgrades:' || new.project_ref);
  return null;
end
$$;
create trigger upgrade_rehearsals_announce after insert or update on upgrade_rehearsals for each row execute function announce_upgrade_rehearsal();
