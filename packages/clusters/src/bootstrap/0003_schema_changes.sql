-- What changed the structure of the database outside of the platform's own sessions, which have no event triggers: so that the migrations
-- that are recorded can be held against it. One row for each text that a client sent in a transaction; the newest thousand are kept.
create table _colonnade.schema_changes (
  id bigint generated always as identity primary key,
  transaction_id xid8 not null,
  asked_at timestamptz not null,
  changed_by name not null,
  application_name text not null,
  commands text[] not null,
  objects text[] not null,
  -- null where it may hold a password
  statement text,
  is_cut boolean not null,
  unique (transaction_id, asked_at)
);
grant usage on schema _colonnade to postgres;
-- what needs no migration is taken from it
grant select, delete on _colonnade.schema_changes to postgres;

create function _colonnade.note_schema_change() returns event_trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  kept constant int := 20000;
  names text[];
begin
  if tg_tag in ('REFRESH MATERIALIZED VIEW', 'REINDEX') then
    return;
  end if;
  if tg_event = 'sql_drop' then
    select array_agg(left(object_type || ' ' || object_identity, 300) order by object_type, object_identity) into names from pg_event_trigger_dropped_objects()
    where original and not is_temporary and schema_name is distinct from 'supabase_migrations' and object_identity <> 'supabase_migrations';
  else
    select array_agg(left(concat_ws(' ', lower(object_type), object_identity), 300)) into names from pg_event_trigger_ddl_commands()
    where not in_extension and (schema_name is null or schema_name not in ('pg_temp', 'supabase_migrations'))
      and object_identity is distinct from 'supabase_migrations';
  end if;
  if names is null then
    return;
  end if;
  update _colonnade.schema_changes c
  set commands = case when tg_tag = any (c.commands) then c.commands else (c.commands || tg_tag)[:20] end, objects = (c.objects || names)[:20]
  where c.transaction_id = pg_current_xact_id() and c.asked_at = statement_timestamp();
  if not found then
    insert into _colonnade.schema_changes (transaction_id, asked_at, changed_by, application_name, commands, objects, statement, is_cut)
    values (pg_current_xact_id(), statement_timestamp(), session_user, current_setting('application_name'), array[tg_tag], names[:20],
      case when current_query() !~* 'password' then left(current_query(), kept) end, length(current_query()) > kept);
    -- nobody waits for another's transaction here
    delete from _colonnade.schema_changes
    where id in (select id from _colonnade.schema_changes where id <= lastval() - 1000 order by id for update skip locked);
  end if;
exception when others then
  -- what can't be noted is still done
  raise log 'A change of the schema was not noted: %', sqlerrm;
end;
$$;
revoke execute on function _colonnade.note_schema_change() from public;

create event trigger colonnade_schema_change on ddl_command_end execute function _colonnade.note_schema_change();
create event trigger colonnade_schema_drop on sql_drop execute function _colonnade.note_schema_change();
-- also while a dump is restored
alter event trigger colonnade_schema_change enable always;
alter event trigger colonnade_schema_drop enable always;
comment on event trigger colonnade_schema_change is 'Notes what changes the schema, so that the migrations can be held against it.';
comment on event trigger colonnade_schema_drop is 'Notes what is dropped from the schema, so that the migrations can be held against it.';
