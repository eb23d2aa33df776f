-- copies of tables from a branch into the project that it is a branch of
create table table_copies (
  id uuid primary key default gen_random_uuid(),
  branch_ref text not null references projects on delete cascade,
  schema text not null,
  name text not null,
  target_name text not null,
  status text not null default 'COPYING' check (status in ('COPYING', 'COMPLETED', 'FAILED', 'CANCELLED')),
  step text,
  rows bigint not null default 0,
  rows_estimate double precision,
  bytes bigint not null default 0,
  left_out jsonb not null default '[]',
  table_id bigint,
  -- the transaction in the target that is about to commit: after an interruption, the target says whether it did
  target_xid text,
  inserted_at timestamptz not null default clock_timestamp(),
  created_by uuid references users on delete set null,
  ended_at timestamptz,
  problem text
);
create index table_copies_branch on table_copies (branch_ref, inserted_at);
create unique index table_copies_one_at_a_time on table_copies (branch_ref) where status = 'COPYING';

create function announce_table_copy() returns trigger language plpgsql as $$
begin
  perform pg_notify('news', 'table_copies:' || new.branch_ref);
  return null;
end
$$;
create trigger table_copies_announce after insert or update on table_copies for each row execute function announce_table_copy();
