-- what scripts show in place of a session; only a hash is kept, and the last four characters to know it by
create table access_tokens (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  name text not null,
  token_hash bytea not null unique,
  hint text not null,
  scopes text[] not null,
  -- null: all organizations of the person
  organization_id uuid references organizations on delete cascade,
  created_at timestamptz not null default now(),
  -- null: never
  expires_at timestamptz,
  last_used_at timestamptz,
  last_used_address text,
  last_used_agent text
);
create index access_tokens_user on access_tokens (user_id, created_at);

-- whoever listens with one that is revoked is cut off
create trigger access_tokens_announce_end after delete on access_tokens for each row execute function announce_session_end();
