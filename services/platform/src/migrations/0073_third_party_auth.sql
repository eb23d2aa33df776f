-- other issuers whose tokens open a project's data
create table third_party_auth (
  id uuid primary key,
  ref text not null references projects on delete cascade,
  -- iss of its tokens, as somebody wrote it
  issuer text not null,
  -- instead of asking the issuer where its keys are
  jwks_url text,
  -- instead of asking for them at all; public keys only
  custom_jwks jsonb,
  -- the keys that were found last
  resolved_jwks jsonb not null,
  -- why nothing was found when it was asked last; null after a good answer
  problem text,
  inserted_at timestamptz not null default now(),
  -- when the keys changed last
  updated_at timestamptz not null default now(),
  resolved_at timestamptz not null default now(),
  asked_at timestamptz not null default now()
);
create unique index on third_party_auth (ref, rtrim(issuer, '/'));
create index on third_party_auth (asked_at) where custom_jwks is null;

create trigger third_party_auth_announce after insert or delete on third_party_auth for each row execute function announce_project_access();
create trigger third_party_auth_announce_keys after update on third_party_auth for each row
  when (old.resolved_jwks is distinct from new.resolved_jwks) execute function announce_project_access();
