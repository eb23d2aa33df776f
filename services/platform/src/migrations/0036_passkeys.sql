-- what a person's devices sign with (WebAuthn); only public keys are kept
create table passkeys (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  name text not null,
  credential_id text not null unique,
  public_key bytea not null,
  -- counts signatures, where the device counts; a lower one than this is a copy's
  counter bigint not null,
  transports text[] not null,
  -- the host that it is good for
  rp_id text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index passkeys_user on passkeys (user_id, created_at);

-- what was given to be signed, once; without a person it is for signing in
create table passkey_challenges (
  challenge_hash bytea primary key,
  user_id uuid references users on delete cascade,
  expires_at timestamptz not null
);
create index passkey_challenges_expiry on passkey_challenges (expires_at);
