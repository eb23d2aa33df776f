-- edge functions of projects
create table functions (
  id uuid primary key default gen_random_uuid(),
  ref text not null references projects on delete cascade,
  slug text not null,
  name text not null,
  is_jwt_verified boolean not null default true,
  -- the one that answers; null until one is activated
  live_version integer,
  -- counts versions; a number is never given twice
  last_version integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (ref, slug)
);

-- what was deployed: never changed
create table function_versions (
  function_id uuid not null references functions on delete cascade,
  version integer not null,
  -- folder of what is run, named by its content, and the module within it
  bundle text not null,
  bundle_entrypoint text not null,
  -- of the sources: [{"path", "sha256", "bytes"}]; what is in them is kept by its hash
  files jsonb not null,
  entrypoint text not null,
  import_map text,
  static_patterns text[] not null default '{}',
  -- SHA-256 of the sources or of what a tool has sent in their place, hex
  sha256 text not null,
  notices text[] not null default '{}',
  created_by uuid references users on delete set null,
  created_at timestamptz not null default now(),
  primary key (function_id, version)
);
alter table functions add foreign key (id, live_version) references function_versions (function_id, version) deferrable initially deferred;

-- what workers see in their environment
create table function_secrets (
  ref text not null references projects on delete cascade,
  name text not null,
  sealed_value text not null,
  -- SHA-256 of the value, hex
  digest text not null,
  updated_at timestamptz not null default now(),
  primary key (ref, name)
);

create trigger functions_announce after insert or update or delete on functions for each row execute function announce_project_access();
create trigger function_secrets_announce after insert or update or delete on function_secrets for each row execute function announce_project_access();
