-- merges of branches into the project that they are branches of
create table branch_merges (
  id uuid primary key default gen_random_uuid(),
  branch_ref text not null references projects on delete cascade,
  status text not null default 'REHEARSING'
    check (status in ('REHEARSING', 'REHEARSED', 'REHEARSAL_FAILED', 'APPLYING', 'MERGED', 'OUTDATED', 'FAILED')),
  inserted_at timestamptz not null default clock_timestamp(),
  created_by uuid references users on delete set null,
  step text,
  -- what the rehearsal found, in the form of the API
  report jsonb not null default '{}',
  -- of the two schemas and their migrations as they were rehearsed: what is applied is what was rehearsed
  fingerprint text,
  rehearsed_at timestamptz,
  applied text[] not null default '{}',
  applied_by uuid references users on delete set null,
  merged_at timestamptz,
  problem text
);
create index branch_merges_branch on branch_merges (branch_ref, inserted_at);
create unique index branch_merges_one_at_a_time on branch_merges (branch_ref) where status in ('REHEARSING', 'APPLYING');

create function announce_merge() returns trigger language plpgsql as $$
begin
  perform pg_notify('news', 'merges:' || new.branch_ref);
  return null;
end
$$;
create trigger branch_merges_announce after insert or update on branch_merges for each row execute function announce_merge();
