-- Partitions of realtime.messages for days that have rows in the default partition already: the rows move there.
set local event_triggers = off;

-- Makes partitions from yesterday to three days ahead, and drops what is older than three days.
--
-- Rows move while neither of their tables belongs to realtime.messages: they fire no trigger of the owner's, and are no new messages in its
-- publication. Senders wait for that; nobody waits longer than a second for one who keeps a transaction open.
create or replace function realtime.keep_partitions() returns void language plpgsql set search_path = '' as $$
declare
  today constant date := pg_catalog.now() at time zone 'utc';
  oldest constant date := today - 3;
  missing date[];
  moving date[];
  old regclass[];
  one regclass;
  day date;
  name text;
begin
  perform pg_catalog.set_config('lock_timeout', '1s', true);
  perform pg_catalog.set_config('role', 'supabase_realtime_admin', true);
  select pg_catalog.array_agg(c.oid::regclass) into old from pg_catalog.pg_inherits i join pg_catalog.pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'realtime.messages'::regclass and c.relname ~ '^messages_\d{4}_\d\d_\d\d$'
      and pg_catalog.to_date(pg_catalog.right(c.relname, 10), 'YYYY_MM_DD') < oldest;
  select pg_catalog.array_agg(today + ahead) into missing from pg_catalog.generate_series(-1, 3) ahead
    where pg_catalog.to_regclass('realtime.messages_' || pg_catalog.to_char(today + ahead, 'YYYY_MM_DD')) is null;
  delete from realtime.messages_default where inserted_at < oldest;
  perform pg_catalog.set_config('role', 'none', true);
  if old is null and missing is null then
    return;
  end if;

  grant create on schema realtime to supabase_realtime_admin;
  perform pg_catalog.set_config('role', 'supabase_realtime_admin', true);
  foreach one in array coalesce(old, '{}') loop
    execute pg_catalog.format('drop table %s', one);
  end loop;
  if missing is not null then
    -- from here on nobody writes what would have to move
    lock table realtime.messages in access exclusive mode;
    select pg_catalog.array_agg(d) into moving from pg_catalog.unnest(missing) d
      where exists (select from realtime.messages_default where inserted_at >= d and inserted_at < d + 1);
    if moving is not null then
      alter table realtime.messages detach partition realtime.messages_default;
    end if;
    foreach day in array missing loop
      name := 'messages_' || pg_catalog.to_char(day, 'YYYY_MM_DD');
      execute pg_catalog.format('create table realtime.%I (like realtime.messages including all)', name);
      execute pg_catalog.format('alter table realtime.%I enable row level security', name);
      if day = any(moving) then
        execute pg_catalog.format('
          with moved as (delete from realtime.messages_default where inserted_at >= %2$L and inserted_at < %3$L returning *)
          insert into realtime.%1$I select * from moved', name, day, day + 1);
      end if;
      execute pg_catalog.format('alter table realtime.messages attach partition realtime.%I for values from (%L) to (%L)', name, day, day + 1);
    end loop;
    if moving is not null then
      alter table realtime.messages attach partition realtime.messages_default default;
    end if;
  end if;
  perform pg_catalog.set_config('role', 'none', true);
  revoke create on schema realtime from supabase_realtime_admin;
end;
$$;
