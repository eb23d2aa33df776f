-- The log of changes of the schema leaves no trace in the sessions that it watches: a sequence of its own would be what their lastval() gives.
-- What it has is known by the transaction and the time at which a text came, and goes by its age. An object is named once in an entry, a text
-- with a password is kept without it, and members who may only look may read it, too.
-- in a new cluster the role's own setting is not there yet
set local event_triggers = off;

alter table _colonnade.schema_changes drop constraint schema_changes_transaction_id_asked_at_key, drop column id, add primary key (transaction_id, asked_at);
create index schema_changes_asked_at on _colonnade.schema_changes (asked_at);
grant usage on schema _colonnade to platform_reader;
grant select on _colonnade.schema_changes to platform_reader;

create or replace function _colonnade.note_schema_change() returns event_trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  kept constant int := 20000;
  -- a backslash may hide the end of a literal: such a one is no password that can be told from what follows
  password constant text := $p$(\mpassword\s+)(?:e|u&)?'(?:[^'\\]|'')*'(?:\s*'(?:[^'\\]|'')*')*$p$;
  sent text := left(current_query(), kept);
  rest text;
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
  set commands = case when tg_tag = any (c.commands) then c.commands else (c.commands || tg_tag)[:20] end,
    objects = (array(select n.name from unnest(c.objects || names) with ordinality n (name, place) group by n.name order by min(n.place)))[:20]
  where c.transaction_id = pg_current_xact_id() and c.asked_at = statement_timestamp();
  if not found then
    if sent ~* 'password' then
      -- a password stands right after its word, or it can't be told from the rest, and then nothing that is quoted is kept
      rest := regexp_replace(sent, password, '', 'gi');
      sent := case when rest ~* 'password' and rest ~ '[''$]' then null else regexp_replace(sent, password, '\1null /* not kept */', 'gi') end;
    end if;
    insert into _colonnade.schema_changes (transaction_id, asked_at, changed_by, application_name, commands, objects, statement, is_cut)
    values (pg_current_xact_id(), statement_timestamp(), session_user, current_setting('application_name'), array[tg_tag],
      (array(select n.name from unnest(names) with ordinality n (name, place) group by n.name order by min(n.place)))[:20], sent, length(current_query()) > kept);
    -- nobody waits for another's transaction here
    delete from _colonnade.schema_changes c using (
      select k.transaction_id, k.asked_at from _colonnade.schema_changes k
      where k.asked_at <= (select newest.asked_at from _colonnade.schema_changes newest order by newest.asked_at desc offset 1000 limit 1)
      for update skip locked
    ) old
    where c.transaction_id = old.transaction_id and c.asked_at = old.asked_at;
  end if;
exception when others then
  -- what can't be noted is still done
  raise log 'A change of the schema was not noted: %', sqlerrm;
end;
$$;
