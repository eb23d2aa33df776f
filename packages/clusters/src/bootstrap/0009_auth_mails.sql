-- Mails of the auth service, written in the transaction of the token that they carry. Whoever runs as its role, such as triggers of the
-- project's owner, gets here as well: what mails say and to whom is sealed for its row, so that they can be neither read nor forged.
set local event_triggers = off;

create table _colonnade.auth_mails (
  id uuid primary key,
  kind text not null,
  state text not null check (state in ('waiting', 'sent', 'kept', 'failed')),
  -- sealed: to whom, about what, and when it was posted
  envelope text not null,
  -- sealed: what it says; null once it was sent
  content text,
  attempts integer not null default 0,
  problem text,
  created_at timestamptz not null default clock_timestamp(),
  next_attempt_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null,
  sent_at timestamptz
);
create index auth_mails_created_at on _colonnade.auth_mails (created_at);
create index auth_mails_next_attempt_at on _colonnade.auth_mails (next_attempt_at) where state = 'waiting';

grant usage on schema _colonnade to supabase_auth_admin;
grant select, insert, update, delete on _colonnade.auth_mails to supabase_auth_admin;
