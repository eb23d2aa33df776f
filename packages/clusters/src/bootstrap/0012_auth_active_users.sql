-- Users who signed in or refreshed a session in a month, each of them once: what an organization's usage counts. The auth service adds rows
-- and can do nothing else. Code of the project's owner runs as its role too, so it names a user, and we say which month it is.
set local event_triggers = off;

create table _colonnade.auth_active_users (
  month date not null default (date_trunc('month', now() at time zone 'UTC'))::date,
  user_id uuid not null,
  primary key (month, user_id)
);

grant insert (user_id) on _colonnade.auth_active_users to supabase_auth_admin;
