import { type SqlTemplate, text } from './sql-template.ts'

/** Tables, functions and triggers to begin with. */
export const buildingBlocks: readonly SqlTemplate[] = [
  {
    id: 'table-with-rls',
    category: 'Tables',
    title: 'Table with row-level security',
    summary: 'A table of rows that belong to users. Closed until a policy grants access.',
    sql: text`
-- Table with row-level security
create table profiles (
  id uuid primary key default auth.uid(),
  username text not null unique check (username ~ '^[a-z0-9_]{3,30}$'),
  website text,
  updated_at timestamptz not null default now()
);

alter table profiles enable row level security;

create policy "Everybody reads profiles" on profiles for select to anon, authenticated using (true);
create policy "People make their own" on profiles for insert to authenticated with check (id = (select auth.uid()));
create policy "People change their own" on profiles
  for update to authenticated using (id = (select auth.uid())) with check (id = (select auth.uid()));
`,
  },
  {
    id: 'table-with-parent',
    category: 'Tables',
    title: 'Two tables with a foreign key',
    summary: 'Orders and their items, deleted together, with the index the foreign key needs.',
    sql: text`
-- Two tables with a foreign key
create table orders (
  id bigint generated always as identity primary key,
  customer text not null,
  ordered_at timestamptz not null default now()
);

create table order_items (
  id bigint generated always as identity primary key,
  order_id bigint not null references orders on delete cascade,
  product text not null,
  quantity integer not null check (quantity > 0),
  unit_price numeric(12, 2) not null check (unit_price >= 0)
);
-- Postgres doesn't index the referencing column; without it, deleting an order reads all items
create index on order_items (order_id);

alter table orders enable row level security;
alter table order_items enable row level security;
`,
  },
  {
    id: 'partitioned-table',
    category: 'Tables',
    title: 'Table partitioned by month',
    summary: 'Events partitioned by month, so old ones can be dropped instantly and recent ones found quickly.',
    sql: text`
-- Table partitioned by month
create table events (
  id bigint generated always as identity,
  happened_at timestamptz not null,
  payload jsonb not null default '{}',
  primary key (id, happened_at)
) partition by range (happened_at);

do $$
declare
  month date;
  part text;
begin
  for month in select generate_series(date_trunc('month', now()), date_trunc('month', now()) + interval '3 months', interval '1 month')
  loop
    part := 'events_' || to_char(month, 'YYYY_MM');
    execute format('create table %I partition of events for values from (%L) to (%L)', part, month, month + interval '1 month');
    execute format('alter table %I enable row level security', part);
  end loop;
end
$$;
create table events_other partition of events default;

-- each partition is a table you can also query directly
alter table events enable row level security;
alter table events_other enable row level security;

select relid::regclass as part, pg_get_expr(relpartbound, oid) as bounds
from pg_partition_tree('events') join pg_class on oid = relid where isleaf order by 1;
`,
  },
  {
    id: 'enum-and-lookup',
    category: 'Tables',
    title: 'Enum type',
    summary: 'A type with named values, a column that uses it, and how to add a value later.',
    sql: text`
-- Enum type
create type ticket_status as enum ('open', 'waiting', 'solved');

create table tickets (
  id bigint generated always as identity primary key,
  title text not null,
  status ticket_status not null default 'open'
);
alter table tickets enable row level security;

-- add values later; you can rename values, but not remove them
alter type ticket_status add value if not exists 'closed' after 'solved';

select enum_range(null::ticket_status) as statuses;
`,
  },
  {
    id: 'function',
    category: 'Functions',
    title: 'SQL function',
    summary: 'A function that returns one value. Call it from queries or over the API.',
    sql: text`
-- SQL function
create function add_numbers(a numeric, b numeric) returns numeric
  language sql immutable parallel safe
  return a + b;

select add_numbers(1, 2.5);
`,
  },
  {
    id: 'function-with-rows',
    category: 'Functions',
    title: 'Function that returns rows',
    summary: 'A function with parameters and defaults that returns a table.',
    sql: text`
-- Function that returns rows
create function list_days(from_day date default current_date, days integer default 7)
  returns table (day date, is_weekend boolean)
  language sql stable
as $$
  select day::date, extract(isodow from day) > 5
  from generate_series(from_day, from_day + days - 1, interval '1 day') as day
$$;

select * from list_days(days => 14);
`,
  },
  {
    id: 'function-with-rights',
    category: 'Functions',
    title: 'Security definer function',
    summary: 'A function that runs with its owner’s privileges, protected against search_path attacks and callable only by signed-in users.',
    sql: text`
-- Security definer function
create table counters (name text primary key, value bigint not null default 0);
alter table counters enable row level security;

-- an empty search_path, so no other table can be used in place of this one
create function increment(counter text) returns bigint
  language sql security definer set search_path = ''
as $$
  insert into public.counters (name, value) values (counter, 1)
  on conflict (name) do update set value = counters.value + 1
  returning value
$$;

revoke execute on function increment(text) from public, anon;
grant execute on function increment(text) to authenticated;

select increment('visits');
`,
  },
  {
    id: 'function-with-errors',
    category: 'Functions',
    title: 'Function with validation errors',
    summary: 'A PL/pgSQL function that validates its input and raises errors with a code, a detail and a hint.',
    sql: text`
-- Function with validation errors
create function parse_percent(input text) returns numeric
  language plpgsql immutable
as $$
declare
  value numeric;
begin
  value := rtrim(trim(input), '%')::numeric / 100;
  if value not between 0 and 1 then
    raise exception 'a percentage must be between 0%% and 100%%' using errcode = 'check_violation', detail = input;
  end if;
  return value;
exception
  when invalid_text_representation then
    raise exception 'not a percentage: %', input using errcode = 'invalid_parameter_value', hint = 'Write it like 12.5%';
end
$$;

select parse_percent('12.5%');
`,
  },
  {
    id: 'trigger-updated-at',
    category: 'Triggers',
    title: 'Automatic updated_at',
    summary: 'A trigger that sets updated_at whenever a row changes.',
    sql: text`
-- Automatic updated_at
create function set_updated_at() returns trigger language plpgsql set search_path = ''
as $$
begin
  new.updated_at := now();
  return new;
end
$$;

create table pages (
  id bigint generated always as identity primary key,
  title text not null,
  updated_at timestamptz not null default now()
);
alter table pages enable row level security;

-- repeat for each table with this column
create trigger set_updated_at before update on pages for each row
  when (old.* is distinct from new.*) execute function set_updated_at();
`,
  },
  {
    id: 'trigger-notify',
    category: 'Triggers',
    title: 'Notify on insert',
    summary: 'A trigger that sends a notification to listening clients when the transaction commits.',
    sql: text`
-- Notify on insert
create table jobs (
  id bigint generated always as identity primary key,
  kind text not null,
  payload jsonb not null default '{}'
);
alter table jobs enable row level security;

create function tell_of_job() returns trigger language plpgsql set search_path = ''
as $$
begin
  -- the payload is limited to 8000 bytes: send the id, not the row
  perform pg_notify('jobs', json_build_object('id', new.id, 'kind', new.kind)::text);
  return null;
end
$$;
create trigger tell after insert on jobs for each row execute function tell_of_job();

insert into jobs (kind) values ('email') returning id;
`,
  },
  {
    id: 'trigger-limit',
    category: 'Triggers',
    title: 'Row limit per owner',
    summary: 'A trigger that limits how many rows each owner can have, even with concurrent inserts.',
    sql: text`
-- Row limit per owner
create table api_keys (
  id bigint generated always as identity primary key,
  user_id uuid not null,
  label text not null
);
create index on api_keys (user_id);
alter table api_keys enable row level security;

create function limit_api_keys() returns trigger language plpgsql set search_path = ''
as $$
begin
  -- one insert at a time per owner, so two concurrent inserts can't both pass
  perform pg_advisory_xact_lock(hashtextextended('api_keys ' || new.user_id, 0));
  if (select count(*) from public.api_keys where user_id = new.user_id) >= 10 then
    raise exception 'at most 10 keys per person' using errcode = 'check_violation';
  end if;
  return new;
end
$$;
create trigger limit_rows before insert on api_keys for each row execute function limit_api_keys();

insert into api_keys (user_id, label) values (gen_random_uuid(), 'first');
`,
  },
]
