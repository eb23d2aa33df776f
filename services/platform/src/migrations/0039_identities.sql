-- who comes through a provider has no password until they choose one by mail
alter table users alter column password_hash drop not null;

create table identity_providers (
  -- in the address that browsers come back to
  key text primary key,
  kind text not null check (kind in ('oidc', 'github')),
  name text not null,
  -- never changes: whoever tells something else is another provider
  issuer text not null unique,
  client_id text not null,
  sealed_secret text not null,
  is_enabled boolean not null default false,
  created_at timestamptz not null default now()
);

-- somebody as a provider tells it; never an address, which goes from hand to hand
create table identities (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  provider_key text not null references identity_providers on delete cascade,
  issuer text not null,
  subject text not null,
  email text,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  unique (provider_key, issuer, subject)
);
create index identities_user on identities (user_id, created_at);

-- a browser that was sent to a provider; with a person it comes back to link, without to sign in
create table identity_flows (
  state_hash bytea primary key,
  browser_hash bytea not null,
  provider_key text not null references identity_providers on delete cascade,
  user_id uuid references users on delete cascade,
  redirect_uri text not null,
  expires_at timestamptz not null
);
create index identity_flows_provider on identity_flows (provider_key);
create index identity_flows_user on identity_flows (user_id);
create index identity_flows_expiry on identity_flows (expires_at);

-- an identity whose verified address has an account: linked when the account's password is shown
create table unlinked_identities (
  token_hash bytea primary key,
  user_id uuid not null references users on delete cascade,
  provider_key text not null references identity_providers on delete cascade,
  issuer text not null,
  subject text not null,
  email text not null,
  expires_at timestamptz not null
);
create index unlinked_identities_user on unlinked_identities (user_id);
create index unlinked_identities_provider on unlinked_identities (provider_key);
create index unlinked_identities_expiry on unlinked_identities (expires_at);

-- what the second step of signing in also links
alter table sign_in_challenges add column identity_hash bytea references unlinked_identities on delete cascade;
create index sign_in_challenges_identity on sign_in_challenges (identity_hash);
