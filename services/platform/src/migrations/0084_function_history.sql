-- what was live of edge functions, and when, so that a restore brings it back
create function function_settings(f functions) returns jsonb language sql immutable as $$
  select to_jsonb(f) - array['id', 'ref', 'slug', 'live_version', 'last_version', 'created_at', 'updated_at']
$$;

create table function_history (
  id bigint generated always as identity primary key,
  ref text not null references projects on delete cascade,
  function_id uuid not null,
  slug text not null,
  version integer not null,
  -- columns of functions that members can change
  settings jsonb not null,
  starts_at timestamptz not null,
  -- null while it is live
  ends_at timestamptz,
  -- of the function, if it was deleted then: [{"cron", "path", "body"}]
  schedules jsonb not null default '[]'
);
create unique index function_history_live on function_history (ref, slug) where ends_at is null;
create index function_history_ref on function_history (ref, starts_at);
create index function_history_function on function_history (function_id, version);

-- a deleted function leaves the versions that its history names
alter table function_versions drop constraint function_versions_function_id_fkey;
alter table function_history add foreign key (function_id, version) references function_versions (function_id, version) deferrable initially deferred;

-- what was live before isn't known
insert into function_history (ref, function_id, slug, version, settings, starts_at)
select f.ref, f.id, f.slug, f.live_version, function_settings(f), f.created_at from functions f where f.live_version is not null;

create function note_function_history() returns trigger language plpgsql as $$
declare
  moment timestamptz := clock_timestamp();
begin
  if tg_op = 'UPDATE' and old.live_version is not distinct from new.live_version and function_settings(old) = function_settings(new) then
    return null;
  end if;
  if tg_op <> 'INSERT' then
    update function_history set ends_at = moment, schedules = case when tg_op = 'DELETE' then coalesce((
        select jsonb_agg(jsonb_build_object('cron', s.cron, 'path', s.path, 'body', s.body) order by s.created_at, s.id)
        from function_schedules s where s.function_id = old.id), '[]') else '[]' end
    where function_id = old.id and ends_at is null;
  end if;
  if tg_op = 'DELETE' then
    return old;
  end if;
  if new.live_version is not null then
    insert into function_history (ref, function_id, slug, version, settings, starts_at)
    values (new.ref, new.id, new.slug, new.live_version, function_settings(new), moment);
  end if;
  return null;
end
$$;
create trigger functions_note after insert or update on functions for each row execute function note_function_history();
-- before its schedules go
create trigger functions_note_deleted before delete on functions for each row execute function note_function_history();
