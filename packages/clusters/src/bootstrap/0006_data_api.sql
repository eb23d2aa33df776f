-- What changes the schema is told to the data API, which then reads it anew. Names and channel are PostgREST's (Schema Cache Reloading),
-- so that projects and tools that know them find them here.
create function extensions.pgrst_ddl_watch() returns event_trigger language plpgsql set search_path = '' as $$
begin
  if tg_tag in ('REFRESH MATERIALIZED VIEW', 'REINDEX', 'CREATE INDEX', 'ALTER INDEX', 'DROP INDEX', 'GRANT', 'REVOKE') then
    return;
  end if;
  perform from pg_catalog.pg_event_trigger_ddl_commands() where schema_name is distinct from 'pg_temp';
  if found then
    notify pgrst, 'reload schema';
  end if;
end;
$$;
comment on function extensions.pgrst_ddl_watch() is 'Tells the data API of changes to the schema.';

create function extensions.pgrst_drop_watch() returns event_trigger language plpgsql set search_path = '' as $$
begin
  perform from pg_catalog.pg_event_trigger_dropped_objects()
  where object_type in ('schema', 'table', 'table column', 'foreign table', 'view', 'materialized view', 'function', 'trigger', 'type', 'rule', 'table constraint')
    and not is_temporary;
  if found then
    notify pgrst, 'reload schema';
  end if;
end;
$$;
comment on function extensions.pgrst_drop_watch() is 'Tells the data API of what is dropped from the schema.';

create event trigger pgrst_ddl_watch on ddl_command_end execute function extensions.pgrst_ddl_watch();
create event trigger pgrst_drop_watch on sql_drop execute function extensions.pgrst_drop_watch();
comment on event trigger pgrst_ddl_watch is 'Tells the data API of changes to the schema.';
comment on event trigger pgrst_drop_watch is 'Tells the data API of what is dropped from the schema.';

grant set on parameter pgrst.db_tx_end, pgrst.db_pool, pgrst.db_pool_acquisition_timeout, pgrst.db_schema, pgrst.max_rows, pgrst.pre_request,
  pgrst.db_hoisted_tx_settings, pgrst.db_pre_config, pgrst.openapi_security_active, pgrst.openapi_server_proxy_uri, pgrst.server_timing_enabled,
  pgrst.server_cors_allowed_origins, pgrst.jwt_aud, pgrst.jwt_secret, pgrst.jwt_role_claim_key, pgrst.jwt_secret_is_base64, pgrst.log_level
  to postgres;
