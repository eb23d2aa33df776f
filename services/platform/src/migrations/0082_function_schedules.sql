-- calls of edge functions at times of a cron line, in UTC
create table function_schedules (
  id uuid primary key default gen_random_uuid(),
  function_id uuid not null references functions on delete cascade,
  cron text not null,
  -- below the function, with a slash
  path text not null,
  body text not null,
  is_enabled boolean not null default true,
  -- moved on before the call is made, so that it is made once
  next_at timestamptz not null,
  last_at timestamptz,
  -- null while the call is under way, or where nobody answered
  last_status integer,
  last_problem text,
  last_duration_ms integer,
  created_at timestamptz not null default now()
);
create index function_schedules_function on function_schedules (function_id);
create index function_schedules_due on function_schedules (next_at) where is_enabled;

create function announce_function_schedules() returns trigger language plpgsql as $$
begin
  perform pg_notify('news', 'function_schedules');
  return null;
end
$$;
create trigger function_schedules_announce after insert or update of cron, is_enabled, next_at on function_schedules for each statement
  execute function announce_function_schedules();
