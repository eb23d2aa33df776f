-- a person's authenticator app (RFC 6238); its secret is sealed, and counts once a code of it was shown
create table authenticators (
  user_id uuid primary key references users on delete cascade,
  sealed_secret text not null,
  created_at timestamptz not null default now(),
  confirmed_at timestamptz,
  -- the time step whose code was used last: none before it, and not itself again, is taken
  last_step bigint not null default 0,
  last_used_at timestamptz
);

-- each opens once, in place of a code; a hash is kept
create table recovery_codes (
  user_id uuid not null references users on delete cascade,
  code_hash bytea not null,
  primary key (user_id, code_hash)
);

-- who has shown the password and has yet to show a second factor
create table sign_in_challenges (
  token_hash bytea primary key,
  user_id uuid not null references users on delete cascade,
  attempts integer not null default 0,
  expires_at timestamptz not null
);
create index sign_in_challenges_user on sign_in_challenges (user_id);
create index sign_in_challenges_expiry on sign_in_challenges (expires_at);

-- who has shown a password that is not the password any more begins again
create function forget_challenges() returns trigger language plpgsql as $$
begin
  delete from sign_in_challenges where user_id = new.id;
  return null;
end
$$;
create trigger users_forget_challenges after update of password_hash on users for each row execute function forget_challenges();
