-- Schema realtime: messages that are broadcast from SQL, and the policies that decide who may join private channels. Names, types, defaults and
-- functions are those of supabase/realtime at its migration add_messages_default_partition, so that triggers, policies and dumps load here,
-- and ours there.
--
-- Everything belongs to supabase_realtime_admin, which nobody signs in as. The realtime service comes in as platform_realtime, which becomes
-- that role to look after partitions, and the role of a token to ask policies.
set local event_triggers = off;

do $$
declare
  service text;
  membership record;
begin
  foreach service in array array['supabase_realtime_admin', 'platform_realtime'] loop
    if not exists (select from pg_catalog.pg_roles where rolname = service) then
      execute pg_catalog.format('create role %I', service);
    end if;
    -- an owner who loaded roles of another platform may have created it
    for membership in
      select m.roleid::regrole as granted, m.member::regrole as member, m.grantor::regrole as grantor from pg_catalog.pg_auth_members m
      where service::regrole in (m.roleid, m.member)
    loop
      execute pg_catalog.format('revoke %s from %s granted by %s cascade', membership.granted, membership.member, membership.grantor);
    end loop;
    execute pg_catalog.format('reassign owned by %I to postgres', service);
    execute pg_catalog.format('alter role %I reset all', service);
    execute pg_catalog.format('alter role %I in database postgres reset all', service);
  end loop;
end
$$;
alter role supabase_realtime_admin with nologin noinherit nosuperuser nocreatedb nocreaterole noreplication nobypassrls connection limit -1 password null;
-- It comes over our socket alone, which asks for no password. A role may give itself one: none that it has is valid at any time.
alter role platform_realtime with login noinherit nosuperuser nocreatedb nocreaterole noreplication nobypassrls connection limit -1
  password null valid until '-infinity';
-- partitions are no change of the schema that a migration is missing for
alter role platform_realtime set event_triggers = off;
grant authenticator, supabase_realtime_admin to platform_realtime with inherit false, set true;

-- until its tables are there
grant usage, create on schema realtime to supabase_realtime_admin;
-- to lend it for partitions: whoever could create here could take all that the owner of the tables has
grant usage, create on schema realtime to platform_realtime with grant option;
do $$
declare
  -- what the role for members who may only read is called
  reader constant regrole := coalesce(to_regrole('platform_reader'), to_regrole('supabase_read_only_user'));
begin
  execute pg_catalog.format('alter default privileges for role supabase_realtime_admin in schema realtime grant select on tables to %s', reader);
end
$$;
set local role supabase_realtime_admin;

create table realtime.messages (
  topic text not null,
  extension text not null,
  payload jsonb,
  event text,
  private boolean default false,
  updated_at timestamp not null default now(),
  inserted_at timestamp not null default now(),
  id uuid not null default gen_random_uuid(),
  binary_payload bytea,
  primary key (id, inserted_at)
) partition by range (inserted_at);
comment on table realtime.messages is 'Broadcasts from SQL, kept for three days. Its policies decide who may join private channels.';
create index messages_inserted_at_topic_index on realtime.messages (inserted_at desc, topic) where extension = 'broadcast' and private is true;
alter table realtime.messages enable row level security;

-- what has no partition of its day
create table realtime.messages_default partition of realtime.messages default;
alter table realtime.messages_default enable row level security;

-- Makes partitions from yesterday to three days ahead, and drops what is older than three days. A day that already has rows in the default
-- partition goes on there.
create function realtime.keep_partitions() returns void language plpgsql set search_path = '' as $$
declare
  today constant date := pg_catalog.now() at time zone 'utc';
  oldest constant date := today - 3;
  day date;
  old record;
begin
  grant create on schema realtime to supabase_realtime_admin;
  perform pg_catalog.set_config('role', 'supabase_realtime_admin', true);
  for old in
    select c.oid::regclass as partition from pg_catalog.pg_inherits i join pg_catalog.pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'realtime.messages'::regclass and c.relname ~ '^messages_\d{4}_\d\d_\d\d$'
      and pg_catalog.to_date(pg_catalog.right(c.relname, 10), 'YYYY_MM_DD') < oldest
  loop
    execute pg_catalog.format('drop table %s', old.partition);
  end loop;
  delete from realtime.messages_default where inserted_at < oldest;
  for ahead in -1..3 loop
    day := today + ahead;
    continue when pg_catalog.to_regclass('realtime.messages_' || pg_catalog.to_char(day, 'YYYY_MM_DD')) is not null
      or exists (select from realtime.messages_default where inserted_at >= day and inserted_at < day + 1);
    execute pg_catalog.format('create table realtime.%I partition of realtime.messages for values from (%L) to (%L)',
      'messages_' || pg_catalog.to_char(day, 'YYYY_MM_DD'), day, day + 1);
    execute pg_catalog.format('alter table realtime.%I enable row level security', 'messages_' || pg_catalog.to_char(day, 'YYYY_MM_DD'));
  end loop;
  perform pg_catalog.set_config('role', 'none', true);
  revoke create on schema realtime from supabase_realtime_admin;
end;
$$;
comment on function realtime.keep_partitions() is 'Called by the realtime service.';
revoke execute on function realtime.keep_partitions() from public;
grant execute on function realtime.keep_partitions() to platform_realtime;

create type realtime.action as enum ('INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'ERROR');
create type realtime.equality_op as enum ('eq', 'neq', 'lt', 'lte', 'gt', 'gte', 'in', 'like', 'ilike', 'is', 'match', 'imatch', 'isdistinct');
create type realtime.user_defined_filter as (column_name text, op realtime.equality_op, value text, negate boolean);
create function realtime.to_regrole(role_name text) returns regrole language sql immutable return role_name::regrole;

create table realtime.subscription (
  id bigint generated always as identity,
  subscription_id uuid not null,
  entity regclass not null,
  filters realtime.user_defined_filter[] not null default '{}',
  claims jsonb not null,
  claims_role regrole not null generated always as (realtime.to_regrole(claims ->> 'role')) stored,
  created_at timestamp not null default timezone('utc', now()),
  action_filter text default '*' constraint subscription_action_filter_check check (action_filter in ('*', 'INSERT', 'UPDATE', 'DELETE')),
  selected_columns text[],
  constraint pk_subscription primary key (id)
);
comment on table realtime.subscription is 'Empty: the realtime service keeps subscriptions in memory. Here so that dumps of other platforms load.';
create index ix_realtime_subscription_entity on realtime.subscription (entity);
alter table realtime.subscription enable row level security;

-- What policies on realtime.messages ask: the topic that is joined or sent to.
create function realtime.topic() returns text language sql stable
return nullif(current_setting('realtime.topic', true), '');
comment on function realtime.topic() is 'The topic of the channel that is joined or sent to, for policies on realtime.messages.';

-- Both run as whoever calls them, in the middle of what they do: a message that can't be sent never fails that.
create function realtime.send(payload jsonb, event text, topic text, private boolean default true) returns void language plpgsql as $$
declare
  message_id constant uuid := pg_catalog.gen_random_uuid();
begin
  perform pg_catalog.set_config('realtime.topic', topic, true);
  insert into realtime.messages (id, payload, event, topic, private, extension)
  values (
    message_id,
    case when pg_catalog.jsonb_typeof(payload) = 'object' and not payload ? 'id' then payload || pg_catalog.jsonb_build_object('id', message_id) else payload end,
    event, topic, private, 'broadcast'
  );
exception when others then
  raise warning 'WarnSendingBroadcastMessage: %', sqlerrm;
end;
$$;
comment on function realtime.send(jsonb, text, text, boolean) is 'Broadcasts a message to a channel once the transaction commits.';

create function realtime.send_binary(payload bytea, event text, topic text, private boolean default true) returns void language plpgsql as $$
begin
  perform pg_catalog.set_config('realtime.topic', topic, true);
  insert into realtime.messages (binary_payload, event, topic, private, extension) values (payload, event, topic, private, 'broadcast');
exception when others then
  raise warning 'WarnSendingBroadcastMessage: %', sqlerrm;
end;
$$;
comment on function realtime.send_binary(bytea, text, text, boolean) is 'Broadcasts bytes to a channel once the transaction commits.';

create function realtime.broadcast_changes(
  topic_name text,
  event_name text,
  operation text,
  table_name text,
  table_schema text,
  new record,
  old record,
  level text default 'ROW'
) returns void language plpgsql as $$
begin
  if level = 'STATEMENT' then
    raise exception 'function can only be triggered for each row, not for each statement';
  end if;
  if operation not in ('INSERT', 'UPDATE', 'DELETE') then
    raise exception 'Unexpected operation type: %', operation;
  end if;
  perform realtime.send(pg_catalog.jsonb_build_object(
    'old_record', old, 'record', new, 'operation', operation, 'table', table_name, 'schema', table_schema), event_name, topic_name);
exception when others then
  raise exception 'Failed to process the row: %', sqlerrm;
end;
$$;
comment on function realtime.broadcast_changes(text, text, text, text, text, record, record, text) is
  'Called by a trigger for each row: broadcasts the change to a private channel.';

grant select, insert, update on realtime.messages to anon, authenticated, service_role;

reset role;
revoke create on schema realtime from supabase_realtime_admin;

-- The root's name, whichever partition a message goes to.
create publication supabase_realtime_messages_publication for table realtime.messages with (publish = 'insert', publish_via_partition_root = true);

-- Policies, triggers and comments of the project's owner need what the owner of the tables has, without being able to become it.
grant supabase_realtime_admin to postgres with admin false, inherit true, set false;

-- What the service counts on, as it is now: owners, columns, row level security and own triggers.
do $create$
declare
  shape constant text := $shape$
    select pg_catalog.string_agg(pg_catalog.concat_ws(' ', c.relname, c.relowner::regrole, c.relrowsecurity, c.relforcerowsecurity, (
      select pg_catalog.string_agg(pg_catalog.concat_ws(' ', a.attname, pg_catalog.format_type(a.atttypid, a.atttypmod), a.attnotnull, a.atthasdef, a.attgenerated), ',' order by a.attnum)
      from pg_catalog.pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    ), (
      select pg_catalog.count(*) from pg_catalog.pg_inherits i where i.inhrelid = c.oid
    )), e'\n' order by c.relname)
    from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'realtime' and c.relkind in ('r', 'p') and c.relname !~ '^messages_\d{4}_\d\d_\d\d$'$shape$;
  kept text;
begin
  execute shape into kept;
  execute pg_catalog.format($function$
    create function _colonnade.keep_realtime_schema() returns event_trigger language plpgsql set search_path = '' as $body$
    declare
      changed text;
      is_touched boolean;
    begin
      if tg_event = 'sql_drop' then
        select object_identity into changed from pg_catalog.pg_event_trigger_dropped_objects()
        where (schema_name = 'realtime' and object_type not in ('trigger', 'policy')) or (object_type = 'schema' and object_name = 'realtime');
        is_touched := exists (select from pg_catalog.pg_event_trigger_dropped_objects() where schema_name = 'realtime');
      else
        select object_identity into changed from pg_catalog.pg_event_trigger_ddl_commands()
        where schema_name = 'realtime' and object_type not in ('trigger', 'policy') and command_tag not in ('ALTER TABLE', 'COMMENT', 'GRANT', 'REVOKE');
        is_touched := tg_tag = 'REASSIGN OWNED' or exists (select from pg_catalog.pg_event_trigger_ddl_commands() where schema_name = 'realtime');
      end if;
      if changed is null and is_touched and (%2$s) is distinct from %1$L then
        changed := 'What this changes';
      end if;
      if changed is not null then
        raise insufficient_privilege using message = pg_catalog.format('%%s belongs to the realtime service', changed),
          hint = 'Policies, triggers and comments of your own are fine on realtime.messages. Keep other data in a table in your own schema.';
      end if;
    end;
    $body$
  $function$, kept, shape);
end
$create$;
revoke execute on function _colonnade.keep_realtime_schema() from public;
create event trigger colonnade_realtime_change on ddl_command_end execute function _colonnade.keep_realtime_schema();
create event trigger colonnade_realtime_drop on sql_drop execute function _colonnade.keep_realtime_schema();
alter event trigger colonnade_realtime_change enable always;
alter event trigger colonnade_realtime_drop enable always;
comment on event trigger colonnade_realtime_change is 'Keeps the schema realtime as the realtime service needs it.';
comment on event trigger colonnade_realtime_drop is 'Keeps the schema realtime as the realtime service needs it.';
