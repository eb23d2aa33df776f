-- the secret of before, which signs the two legacy keys: each of them can be turned off, and the first keys of the other kind are made once
alter table project_secrets add column is_anon_enabled boolean not null default true;
alter table project_secrets add column is_service_role_enabled boolean not null default true;
alter table project_secrets add column has_api_keys boolean not null default false;

-- what clients send as apikey
create table api_keys (
  id uuid primary key,
  ref text not null references projects,
  type text not null check (type in ('publishable', 'secret')),
  name text not null,
  description text,
  prefix text not null,
  -- SHA-256 of the whole key, base64url
  hash text not null unique,
  sealed_key text not null,
  -- of the project's database
  role text not null,
  expires_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (ref, type, name)
);

-- who used a key: the latest clients of each, and all earlier ones together
create table api_key_uses (
  ref text not null references projects,
  -- of a legacy key its name
  key_id text not null,
  client text not null,
  address text not null,
  last_used_at timestamptz not null,
  calls bigint not null,
  -- the earlier ones together
  is_rest boolean not null default false,
  primary key (ref, key_id, is_rest, client)
);

-- what signs tokens
create table signing_keys (
  id uuid primary key,
  ref text not null references projects,
  algorithm text not null check (algorithm in ('ES256', 'RS256', 'EdDSA', 'HS256')),
  state text not null check (state in ('in_use', 'standby', 'previously_used', 'revoked')),
  -- null for a shared secret
  public_jwk jsonb,
  -- sealed, private half included
  sealed_jwk text not null,
  is_legacy boolean not null default false,
  created_at timestamptz not null default now(),
  -- of its state
  changed_at timestamptz not null default now()
);
create index signing_keys_ref on signing_keys (ref);
create unique index signing_keys_in_use on signing_keys (ref) where state = 'in_use';
create unique index signing_keys_standby on signing_keys (ref) where state = 'standby';
create unique index signing_keys_legacy on signing_keys (ref) where is_legacy;

-- what the database itself doesn't keep of the data API's settings
alter table projects add column is_rest_enabled boolean not null default true;
alter table projects add column rest_pool_size integer check (rest_pool_size > 0);
alter table projects add column rest_allowed_origins text[] not null default '{*}';

-- whoever remembers keys or settings of a project forgets them
create function announce_project_access() returns trigger language plpgsql as $$
begin
  perform pg_notify('news', 'project:' || coalesce(new.ref, old.ref));
  return null;
end
$$;
create trigger api_keys_announce after insert or update or delete on api_keys for each row execute function announce_project_access();
create trigger signing_keys_announce after insert or update or delete on signing_keys for each row execute function announce_project_access();
create trigger project_secrets_announce after update on project_secrets for each row execute function announce_project_access();
create trigger projects_announce_rest after update of is_rest_enabled, rest_pool_size, rest_allowed_origins on projects
  for each row execute function announce_project_access();
