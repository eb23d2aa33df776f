import { type SqlTemplate, text } from './sql-template.ts'

/** Questions to the database: what is slow, large, unused or in the way. They change nothing but where they say so. */
export const performance: readonly SqlTemplate[] = [
  {
    id: 'slow-queries',
    category: 'Performance',
    title: 'Slowest queries',
    summary: 'Total and mean time, calls, rows and cache hits of each query, from pg_stat_statements.',
    sql: text`
-- Slowest queries
select
  round(s.total_exec_time::numeric, 1) as total_ms,
  round((100 * s.total_exec_time / nullif(sum(s.total_exec_time) over (), 0))::numeric, 1) as share,
  s.calls,
  round(s.mean_exec_time::numeric, 2) as mean_ms,
  round(s.max_exec_time::numeric, 1) as max_ms,
  s.rows,
  round(100.0 * s.shared_blks_hit / nullif(s.shared_blks_hit + s.shared_blks_read, 0), 1) as from_memory,
  s.userid::regrole as role,
  s.query
from extensions.pg_stat_statements s
join pg_database d on d.oid = s.dbid and d.datname = current_database()
order by s.total_exec_time desc
limit 25;
`,
  },
  {
    id: 'unused-indexes',
    category: 'Performance',
    title: 'Unused indexes',
    summary: 'Indexes never scanned since statistics were last reset, largest first. Leaves out unique indexes, because they enforce constraints.',
    sql: text`
-- Unused indexes
select s.schemaname as schema, s.relname as table, s.indexrelname as index,
  pg_size_pretty(pg_relation_size(s.indexrelid)) as size, s.idx_scan as scans,
  (select stats_reset from pg_stat_database where datname = current_database()) as counted_since
from pg_stat_user_indexes s
join pg_index i using (indexrelid)
where s.idx_scan = 0 and not i.indisunique and not i.indisprimary
order by pg_relation_size(s.indexrelid) desc;
`,
  },
  {
    id: 'missing-indexes',
    category: 'Performance',
    title: 'Missing indexes',
    summary: 'Tables with many sequential scans, and foreign keys without an index.',
    sql: text`
-- Missing indexes
select schemaname as schema, relname as table, seq_scan as full_scans, seq_tup_read as rows_read, idx_scan as index_scans, n_live_tup as rows
from pg_stat_user_tables
where seq_scan > 0 and n_live_tup > 1000
order by seq_tup_read desc
limit 25;

-- foreign keys without an index: deleting a referenced row reads the whole table
select c.conrelid::regclass as table, c.conname as foreign_key, pg_get_constraintdef(c.oid) as definition
from pg_constraint c
where c.contype = 'f'
  and not exists (
    select from pg_index i
    where i.indrelid = c.conrelid and (i.indkey::smallint[])[0:cardinality(c.conkey) - 1] @> c.conkey
  )
order by 1, 2;
`,
  },
  {
    id: 'bloat',
    category: 'Performance',
    title: 'Dead rows and vacuum',
    summary: 'Tables by dead rows, with their last vacuum and analyze.',
    sql: text`
-- Dead rows and vacuum
select schemaname as schema, relname as table, n_live_tup as live, n_dead_tup as dead,
  round(100.0 * n_dead_tup / nullif(n_live_tup + n_dead_tup, 0), 1) as dead_percent,
  pg_size_pretty(pg_total_relation_size(relid)) as size,
  greatest(last_vacuum, last_autovacuum) as vacuumed_at, greatest(last_analyze, last_autoanalyze) as analyzed_at
from pg_stat_user_tables
order by n_dead_tup desc
limit 50;
`,
  },
  {
    id: 'locks',
    category: 'Performance',
    title: 'Lock waits',
    summary: 'Queries waiting for a lock, who holds it, and for how long.',
    sql: text`
-- Lock waits
select
  waiting.pid as waiting, age(now(), waiting.state_change) as waits_since, waiting.query as waiting_query,
  blocking.pid as blocking, blocking.usename as blocking_role, blocking.state as blocking_state,
  age(now(), blocking.xact_start) as blocking_since, blocking.query as blocking_query
from pg_stat_activity waiting
cross join unnest(pg_blocking_pids(waiting.pid)) as held(pid)
join pg_stat_activity blocking on blocking.pid = held.pid
order by waiting.state_change;

-- to stop a blocking query: select pg_cancel_backend(PID), or pg_terminate_backend(PID) if that isn't enough
`,
  },
  {
    id: 'running-queries',
    category: 'Performance',
    title: 'Running queries',
    summary: 'Connections with their current query, how long it has run, and what it’s waiting for.',
    sql: text`
-- Running queries
select pid, usename as role, application_name as program, state, age(clock_timestamp(), query_start) as since,
  age(clock_timestamp(), xact_start) as transaction_since, wait_event_type, wait_event, query
from pg_stat_activity
where datname = current_database() and pid <> pg_backend_pid()
order by (state = 'active') desc, query_start;
`,
  },
  {
    id: 'table-sizes',
    category: 'Performance',
    title: 'Table sizes',
    summary: 'Size of each table’s rows, indexes and TOAST data, largest first, and of the whole database.',
    sql: text`
-- Table sizes
select relnamespace::regnamespace as schema, relname as table,
  pg_size_pretty(pg_total_relation_size(oid)) as total,
  pg_size_pretty(pg_relation_size(oid)) as rows,
  pg_size_pretty(pg_indexes_size(oid)) as indexes,
  pg_size_pretty(coalesce(pg_total_relation_size(nullif(reltoastrelid, 0)), 0)) as long_values,
  greatest(reltuples, 0)::bigint as about_rows
from pg_class
where relkind in ('r', 'm') and relnamespace::regnamespace::text not in ('pg_catalog', 'information_schema')
order by pg_total_relation_size(oid) desc
limit 50;

select pg_size_pretty(pg_database_size(current_database())) as database;
`,
  },
  {
    id: 'cache-hits',
    category: 'Performance',
    title: 'Cache hit rate',
    summary: 'The share of table and index reads served from memory. Below 99%, the compute size may be too small.',
    sql: text`
-- Cache hit rate
select 'tables' as kind, sum(heap_blks_hit) as from_memory, sum(heap_blks_read) as from_disk,
  round(100.0 * sum(heap_blks_hit) / nullif(sum(heap_blks_hit + heap_blks_read), 0), 2) as percent
from pg_statio_user_tables
union all
select 'indexes', sum(idx_blks_hit), sum(idx_blks_read), round(100.0 * sum(idx_blks_hit) / nullif(sum(idx_blks_hit + idx_blks_read), 0), 2)
from pg_statio_user_indexes;
`,
  },
  {
    id: 'delete-in-portions',
    category: 'Housekeeping',
    title: 'Delete old rows in batches',
    summary: 'A function that deletes a few thousand old rows at a time, without blocking others. Call it until it returns 0.',
    sql: text`
-- Delete old rows in batches
create table sessions_log (
  id bigint generated always as identity primary key,
  ended_at timestamptz not null
);
create index on sessions_log (ended_at);
alter table sessions_log enable row level security;

create function delete_old_sessions(older_than interval default '90 days', portion integer default 5000) returns bigint
  language sql set search_path = ''
as $$
  with gone as (
    delete from public.sessions_log where id in (
      select id from public.sessions_log where ended_at < now() - older_than order by ended_at limit portion for update skip locked
    )
    returning 1
  )
  select count(*) from gone
$$;
revoke execute on function delete_old_sessions from public, anon, authenticated;

insert into sessions_log (ended_at) select now() - n * interval '1 day' from generate_series(1, 200) as n;
select delete_old_sessions();
`,
  },
  {
    id: 'refresh-on-demand',
    category: 'Housekeeping',
    title: 'Scheduled tasks without an extension',
    summary: 'A table of recurring tasks with their last run, and a function that runs the ones that are due. Call it regularly.',
    sql: text`
-- Scheduled tasks without an extension
create table chores (
  name text primary key,
  statement text not null,
  every interval not null,
  done_at timestamptz,
  failure text
);
alter table chores enable row level security;

create function do_chores() returns setof text
  language plpgsql set search_path = ''
as $$
declare
  chore public.chores;
begin
  -- concurrent calls share the work instead of repeating it
  for chore in
    select * from public.chores where coalesce(done_at + every, now()) <= now() order by done_at nulls first for update skip locked
  loop
    begin
      execute chore.statement;
      update public.chores set done_at = now(), failure = null where name = chore.name;
      return next chore.name;
    exception when others then
      update public.chores set done_at = now(), failure = sqlerrm where name = chore.name;
    end;
  end loop;
end
$$;
-- anyone who can write to these tables decides what runs, so restrict access to both
revoke all on table chores from anon, authenticated;
revoke execute on function do_chores from public, anon, authenticated;

insert into chores (name, statement, every) values ('look at the clock', 'select now()', '1 hour');
select do_chores();
select * from chores;
`,
  },
  {
    id: 'find-duplicates',
    category: 'Housekeeping',
    title: 'Find and remove duplicates',
    summary: 'Rows with the same values in some columns, and how to keep the oldest of each before adding a unique constraint.',
    sql: text`
-- Find and remove duplicates
create table contacts (
  id bigint generated always as identity primary key,
  email text not null
);
alter table contacts enable row level security;
insert into contacts (email) values ('ada@example.com'), ('ADA@example.com'), ('grace@example.com');

select lower(email) as email, count(*) as rows, array_agg(id order by id) as ids
from contacts group by 1 having count(*) > 1;

delete from contacts using (
  select id, row_number() over (partition by lower(email) order by id) as place from contacts
) as numbered
where contacts.id = numbered.id and place > 1;

create unique index on contacts (lower(email));
`,
  },
]
