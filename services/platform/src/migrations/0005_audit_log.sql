-- who did what; written in the transaction of the change, and never altered
create table audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default clock_timestamp(),
  event text not null,
  user_id uuid,
  organization_id uuid,
  project_ref text,
  address text,
  user_agent text,
  request_id text,
  details jsonb not null default '{}'
);
create index audit_log_organization on audit_log (organization_id, id);
create index audit_log_user on audit_log (user_id, id);

create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  raise exception 'The audit log can not be altered' using errcode = 'insufficient_privilege';
end
$$;
create trigger audit_log_is_append_only before update or delete or truncate on audit_log
  for each statement execute function refuse_audit_change();
