-- A foreign key is checked as the owner of the table that it points to, and converts with the casts of whoever made it. A table of the
-- superuser's, such as one that an extension brings, must not be pointed at by others.
set local event_triggers = off;

alter default privileges for role platform_admin in schema public revoke references, trigger on tables from postgres, anon, authenticated, service_role;
do $$
declare
  own regclass;
begin
  for own in
    select c.oid from pg_catalog.pg_class c where c.relkind in ('r', 'p') and c.relowner = current_user::regrole and c.relnamespace = 'public'::regnamespace
  loop
    execute pg_catalog.format('revoke references, trigger on table %s from postgres, anon, authenticated, service_role', own);
  end loop;
end
$$;
