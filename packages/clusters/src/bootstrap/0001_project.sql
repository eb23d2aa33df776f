-- Run by platform_admin, the bootstrap superuser, in the database "postgres" of a new cluster.
-- Names and privileges are those that existing SQL of the ecosystem counts on.

-- The platform's own sessions must not be led astray by what a project's owner sets for the database.
alter role platform_admin set search_path = '';
alter role platform_admin set role = 'none';
alter role platform_admin set statement_timeout = 0;
alter role platform_admin set lock_timeout = 0;
alter role platform_admin set idle_in_transaction_session_timeout = 0;
alter role platform_admin set transaction_timeout = 0;
alter role platform_admin set default_transaction_read_only = off;
alter role platform_admin set row_security = on;
alter role platform_admin set event_triggers = off;
alter role platform_admin set idle_session_timeout = 0;

-- The project's administrator: everything but a superuser.
create role postgres login createrole createdb replication bypassrls;

-- Who a request acts as.
create role anon nologin noinherit;
create role authenticated nologin noinherit;
create role service_role nologin noinherit bypassrls;
-- Who the services connect as; each request then becomes one of the three.
create role authenticator login noinherit;
grant anon, authenticated, service_role to authenticator;
grant anon, authenticated, service_role, authenticator to postgres with admin option;
alter role anon set statement_timeout = '3s';
alter role authenticated set statement_timeout = '8s';
alter role authenticator set statement_timeout = '8s';
alter role authenticator set lock_timeout = '8s';

-- Members of the organization who may only look: at what the project's administrator makes, by the default privileges below. Not by
-- pg_read_all_data, which opens the catalogs that hold password verifiers.
create role platform_reader login bypassrls;
alter role platform_reader set default_transaction_read_only = on;

-- Large objects are the one thing that anybody may write.
revoke execute on function lo_creat(int), lo_create(oid), lo_from_bytea(oid, bytea), lo_put(oid, bigint, bytea), lo_open(oid, int),
  lowrite(int, bytea), lo_truncate(int, int), lo_truncate64(int, bigint), lo_unlink(oid) from public;
grant execute on function lo_creat(int), lo_create(oid), lo_from_bytea(oid, bytea), lo_put(oid, bigint, bytea), lo_open(oid, int),
  lowrite(int, bytea), lo_truncate(int, int), lo_truncate64(int, bigint), lo_unlink(oid)
  to postgres with grant option;
grant execute on function lo_creat(int), lo_create(oid), lo_from_bytea(oid, bytea), lo_put(oid, bigint, bytea), lo_open(oid, int),
  lowrite(int, bytea), lo_truncate(int, int), lo_truncate64(int, bigint), lo_unlink(oid)
  to anon, authenticated, service_role;

-- Never pg_execute_server_program, pg_read_server_files or pg_write_server_files: they lead to the machine.
grant pg_monitor, pg_read_all_data, pg_signal_backend, pg_checkpoint, pg_maintain, pg_create_subscription
  to postgres with admin option;

-- Settings that an owner may change although Postgres keeps them to superusers: what restoring a dump and watching one's own queries
-- need, and the names under which the REST service and existing SQL keep their configuration in roles and databases.
grant set on parameter session_replication_role, track_functions, track_io_timing, wal_compression, log_statement, log_min_duration_statement,
  log_lock_waits, log_temp_files, pg_stat_statements.track, pg_stat_statements.track_utility, pg_stat_statements.track_planning,
  pgrst.db_schemas, pgrst.db_extra_search_path, pgrst.db_max_rows, pgrst.db_pre_request, pgrst.db_aggregates_enabled,
  pgrst.db_plan_enabled, pgrst.openapi_mode, app.settings.jwt_secret, app.settings.jwt_exp
  to postgres;

alter database postgres owner to postgres;
alter database postgres set search_path = "$user", public, extensions;

-- Schemas that services fill later; the project's own things live in public.
create schema auth;
create schema storage;
create schema realtime;
create schema vault;
create schema extensions authorization postgres;
grant usage on schema auth, storage, realtime, extensions to postgres, anon, authenticated, service_role;
grant usage on schema vault to postgres, service_role;
grant usage on schema auth, storage, realtime, extensions, public to platform_reader;
alter default privileges for role postgres grant usage on schemas to platform_reader;
alter default privileges for role postgres grant select on tables to platform_reader;
alter default privileges for role postgres grant select on sequences to platform_reader;
grant create on schema extensions to postgres with grant option;

grant usage on schema public to postgres, anon, authenticated, service_role;
alter default privileges for role postgres in schema public grant all on tables to postgres, anon, authenticated, service_role;
alter default privileges for role postgres in schema public grant all on functions to postgres, anon, authenticated, service_role;
alter default privileges for role postgres in schema public grant all on sequences to postgres, anon, authenticated, service_role;
alter default privileges for role platform_admin in schema public grant all on tables to postgres, anon, authenticated, service_role;
alter default privileges for role platform_admin in schema public grant all on functions to postgres, anon, authenticated, service_role;
alter default privileges for role platform_admin in schema public grant all on sequences to postgres, anon, authenticated, service_role;

-- Who is asking: from the claims of the request's token, which a service puts into the setting request.jwt.claims (as JSON), or into
-- one setting a claim, as older ones do. The bodies are parsed here and now, so that no search_path can give them another meaning.
create function auth.uid() returns uuid language sql stable
return coalesce(
  nullif(current_setting('request.jwt.claim.sub', true), ''),
  nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'sub'
)::uuid;
comment on function auth.uid() is 'The id of the signed-in user; null for a request without one.';

create function auth.role() returns text language sql stable
return coalesce(
  nullif(current_setting('request.jwt.claim.role', true), ''),
  nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'role'
);
comment on function auth.role() is 'The role that the request acts as: anon, authenticated or service_role.';

create function auth.email() returns text language sql stable
return coalesce(
  nullif(current_setting('request.jwt.claim.email', true), ''),
  nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'email'
);
comment on function auth.email() is 'The email address of the signed-in user.';

create function auth.jwt() returns jsonb language sql stable
return coalesce(
  nullif(current_setting('request.jwt.claim', true), ''),
  nullif(current_setting('request.jwt.claims', true), '')
)::jsonb;
comment on function auth.jwt() is 'All claims of the request''s token.';

-- Not a trusted extension, so it is ours; the project may read and reset it.
create extension pg_stat_statements with schema extensions;
grant execute on function extensions.pg_stat_statements_reset(oid, oid, bigint, boolean) to postgres;

-- Trusted ones belong to the project, which may update or drop them.
set local role postgres;
create extension pgcrypto with schema extensions;
create extension "uuid-ossp" with schema extensions;
reset role;
