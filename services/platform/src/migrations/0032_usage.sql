-- what was measured: one row for each interval of a metric, and none twice. Organizations and projects are named and not referenced: what
-- they used stays known when they are gone.
create table usage_events (
  -- the project, branch or read replica that it was measured of, by the ref of its cluster
  source_ref text not null,
  metric text not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > starts_at),
  -- the project that it counts for: of a branch or a replica, the one it belongs to
  project_ref text not null,
  organization_id uuid not null,
  -- in the metric's smallest unit: bytes that lay there for an hour, bytes that were sent, seconds, times
  quantity bigint not null check (quantity >= 0),
  primary key (source_ref, metric, starts_at)
);
create index usage_events_age on usage_events (ends_at);

-- the same by days of UTC, kept for good: sums, and of what has a peak the highest. Written by the events alone, with them or not at all
create table usage_days (
  organization_id uuid not null,
  metric text not null,
  day date not null,
  project_ref text not null,
  quantity bigint not null,
  primary key (organization_id, metric, day, project_ref) include (quantity)
);

-- all projects of an organization together
create table usage_totals (
  organization_id uuid not null,
  metric text not null,
  day date not null,
  quantity bigint not null,
  primary key (organization_id, metric, day)
);

create function add_usage_to_days() returns trigger language plpgsql as $$
begin
  insert into usage_days as d (organization_id, metric, day, project_ref, quantity)
  select organization_id, metric, ((ends_at - interval '1 microsecond') at time zone 'UTC')::date, project_ref,
    case when metric = 'connections' then max(quantity) else sum(quantity) end
  from added group by 1, 2, 3, 4 order by 1, 2, 3, 4
  on conflict (organization_id, metric, day, project_ref) do update
    set quantity = case when excluded.metric = 'connections' then greatest(d.quantity, excluded.quantity) else d.quantity + excluded.quantity end;
  insert into usage_totals as d (organization_id, metric, day, quantity)
  select organization_id, metric, ((ends_at - interval '1 microsecond') at time zone 'UTC')::date,
    case when metric = 'connections' then max(quantity) else sum(quantity) end
  from added group by 1, 2, 3 order by 1, 2, 3
  on conflict (organization_id, metric, day) do update
    set quantity = case when excluded.metric = 'connections' then greatest(d.quantity, excluded.quantity) else d.quantity + excluded.quantity end;
  return null;
end
$$;
create trigger usage_events_add_to_days after insert on usage_events referencing new table as added
  for each statement execute function add_usage_to_days();

create function refuse_usage_change() returns trigger language plpgsql as $$
begin
  raise exception 'What was measured can not be altered' using errcode = 'insufficient_privilege';
end
$$;
create trigger usage_events_are_not_changed before update or truncate on usage_events
  for each statement execute function refuse_usage_change();
-- an event may go when the invoice of its month is long made: its day keeps what it was
create trigger usage_events_are_kept before delete on usage_events for each row
  when (old.ends_at > now() - interval '62 days') execute function refuse_usage_change();
create trigger usage_days_are_kept before delete or truncate on usage_days
  for each statement execute function refuse_usage_change();
create trigger usage_days_are_not_changed before insert or update on usage_days for each statement
  when (pg_trigger_depth() = 0) execute function refuse_usage_change();
create trigger usage_totals_are_kept before delete or truncate on usage_totals
  for each statement execute function refuse_usage_change();
create trigger usage_totals_are_not_changed before insert or update on usage_totals for each statement
  when (pg_trigger_depth() = 0) execute function refuse_usage_change();

-- how far counters that live in memory were read, and which run of the program they belong to: another one began at zero
create table usage_counters (
  source_ref text not null,
  metric text not null,
  counting_since timestamptz not null,
  quantity bigint not null,
  read_at timestamptz not null,
  primary key (source_ref, metric)
);

-- when the platform was there to see what runs
create table usage_presence (
  from_at timestamptz primary key,
  until_at timestamptz not null
);

-- up to which hour everything was measured; one row
create table usage_hours (
  is_only boolean primary key default true check (is_only),
  done_until timestamptz not null
);
