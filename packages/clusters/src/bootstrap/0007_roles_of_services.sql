-- Roles that existing SQL of the ecosystem grants to. Nobody can log in as them, and they have nothing that the public doesn't. A role of that
-- name that the owner has made is left alone.
set local event_triggers = off;

do $$
declare
  service text;
begin
  foreach service in array array['supabase_auth_admin', 'supabase_storage_admin', 'supabase_functions_admin', 'supabase_realtime_admin',
    'supabase_replication_admin', 'supabase_etl_admin', 'supabase_privileged_role', 'dashboard_user', 'pgbouncer']
  loop
    if not exists (select from pg_catalog.pg_roles where rolname = service) then
      execute pg_catalog.format('create role %I nologin noinherit', service);
    end if;
  end loop;
end
$$;
