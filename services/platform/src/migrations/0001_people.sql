create table users (
  id uuid primary key default gen_random_uuid(),
  email text not null,
  username text not null,
  password_hash text not null,
  profile_image_url text,
  disabled_features text[] not null default '{}',
  is_installation_owner boolean not null default false,
  created_at timestamptz not null default now()
);
create unique index users_email on users (lower(email));
-- the first start makes one owner, whatever is tried at once
create unique index users_single_owner on users (is_installation_owner) where is_installation_owner;

create table setup_tokens (
  token_hash bytea primary key,
  created_at timestamptz not null default now()
);

create table sessions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  token_hash bytea not null unique,
  address text,
  user_agent text,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index sessions_user on sessions (user_id);
create index sessions_expiry on sessions (expires_at);

-- the table that rate-limiter-flexible expects
create table rate_limits (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);
