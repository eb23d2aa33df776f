-- Logical messages are written to the WAL and reach every subscriber, even from a read-only transaction: members who may only read can't send them.
revoke execute on function pg_logical_emit_message(boolean, text, text, boolean), pg_logical_emit_message(boolean, text, bytea, boolean) from public;
grant execute on function pg_logical_emit_message(boolean, text, text, boolean), pg_logical_emit_message(boolean, text, bytea, boolean)
  to postgres with grant option;
grant execute on function pg_logical_emit_message(boolean, text, text, boolean), pg_logical_emit_message(boolean, text, bytea, boolean)
  to anon, authenticated, service_role;
