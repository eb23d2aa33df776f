-- A project that nobody uses sleeps: its server is stopped, and all else stays. Only an active project can.
alter table projects
  -- minutes without use; 0 is never, null what the plan says
  add column sleep_after_minutes integer check (sleep_after_minutes >= 0),
  add column sleep text not null default 'awake' check (sleep in ('awake', 'falling_asleep', 'asleep', 'waking')),
  add constraint projects_sleep_while_active check (sleep = 'awake' or status = 'ACTIVE_HEALTHY');

-- every sleep: begun with the wish for it, over when connections are possible again
create table project_sleeps (
  id bigint generated always as identity primary key,
  ref text not null references projects,
  -- what the server took before
  memory_bytes bigint,
  wished_at timestamptz not null default clock_timestamp(),
  -- null until the server has stopped
  slept_at timestamptz,
  -- {"kind", "what", "role" or "user_id"}
  woken_by jsonb,
  wake_wished_at timestamptz,
  woken_at timestamptz,
  problem text
);
create unique index project_sleeps_one_at_a_time on project_sleeps (ref) where woken_at is null;
create index project_sleeps_ref on project_sleeps (ref, id);

-- whatever else is wished for a project, or becomes of it, ends its sleep
create function end_project_sleep() returns trigger language plpgsql as $$
begin
  new.sleep := 'awake';
  update project_sleeps set
    woken_at = clock_timestamp(),
    woken_by = coalesce(woken_by, jsonb_build_object('kind', 'change', 'what', new.status)),
    problem = case when new.status = 'UNHEALTHY' then coalesce(new.problem ->> 'message', 'The database server did not start') end
  where ref = new.ref and woken_at is null;
  return new;
end
$$;
create trigger projects_end_sleep before update of status on projects for each row
  when (new.status <> 'ACTIVE_HEALTHY' and old.sleep <> 'awake') execute function end_project_sleep();
