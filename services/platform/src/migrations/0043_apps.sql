-- applications that people let act for them (OAuth 2.1); the id is the client id. One without a secret is public
create table apps (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null references organizations on delete cascade,
  name text not null,
  redirect_uris text[] not null,
  secret_hash bytea,
  secret_hint text,
  created_at timestamptz not null default now(),
  check ((secret_hash is null) = (secret_hint is null))
);
create index apps_organization on apps (organization_id);

-- that a person lets an application act for them in an organization; it ends with the membership, and all tokens with it
create table app_grants (
  id uuid primary key default gen_random_uuid(),
  app_id uuid not null references apps on delete cascade,
  user_id uuid not null references users on delete cascade,
  organization_id uuid not null,
  scopes text[] not null,
  created_at timestamptz not null default now(),
  refreshed_at timestamptz not null default now(),
  foreign key (organization_id, user_id) references members (organization_id, user_id) on delete cascade
);
create index app_grants_app on app_grants (app_id);
create index app_grants_user on app_grants (user_id);
create index app_grants_organization on app_grants (organization_id, user_id);

-- of codes and tokens only hashes are kept; those that were used stay until they expire, so that a second use is known for what it is
create table app_codes (
  code_hash bytea primary key,
  app_id uuid not null references apps on delete cascade,
  user_id uuid not null references users on delete cascade,
  organization_id uuid not null,
  scopes text[] not null,
  redirect_uri text not null,
  code_challenge text not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  grant_id uuid references app_grants on delete set null,
  foreign key (organization_id, user_id) references members (organization_id, user_id) on delete cascade
);
create index app_codes_expiry on app_codes (expires_at);
create table app_refresh_tokens (
  token_hash bytea primary key,
  grant_id uuid not null references app_grants on delete cascade,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index app_refresh_tokens_grant on app_refresh_tokens (grant_id);

-- an application's token is an access token like those that people make, and goes with its grant
alter table access_tokens add column grant_id uuid references app_grants on delete cascade;
create index access_tokens_grant on access_tokens (grant_id) where grant_id is not null;
