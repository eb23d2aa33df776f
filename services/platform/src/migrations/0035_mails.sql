-- what people are told by mail: written in the transaction of what it tells of, sent by the mailer
create table mails (
  id uuid primary key,
  number bigint generated always as identity unique,
  kind text not null,
  recipient text not null,
  subject text not null,
  -- links in it open accounts: sealed, and forgotten when it was sent
  sealed_content text,
  state text not null check (state in ('waiting', 'sent', 'kept', 'failed')),
  attempts integer not null default 0,
  problem text,
  created_at timestamptz not null default clock_timestamp(),
  next_attempt_at timestamptz not null default clock_timestamp(),
  sent_at timestamptz,
  -- what it says is of no use after this
  expires_at timestamptz not null
);
create index mails_due on mails (next_attempt_at) where state = 'waiting';
create index mails_age on mails (created_at);

-- what a stranger asked for; whether there is such an account is found out later, so that the time of the answer tells nothing
create table mail_requests (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('password_reset', 'sign_up')),
  email text not null,
  created_at timestamptz not null default clock_timestamp()
);

create table mailed_links (
  token_hash bytea primary key,
  kind text not null check (kind in ('password_reset', 'sign_up')),
  email text not null,
  user_id uuid references users on delete cascade,
  expires_at timestamptz not null
);
create index mailed_links_user on mailed_links (user_id);
create index mailed_links_expiry on mailed_links (expires_at);

create function announce_mails() returns trigger language plpgsql as $$
begin
  perform pg_notify('news', 'mails');
  return null;
end
$$;
create trigger mails_news after insert on mails for each statement execute function announce_mails();
create trigger mail_requests_news after insert on mail_requests for each statement execute function announce_mails();

create table installation_settings (
  is_only boolean primary key default true check (is_only),
  sign_up text not null default 'invite-only' check (sign_up in ('invite-only', 'open'))
);
insert into installation_settings default values;
