-- texts that people keep for a project's SQL editor
create table snippets (
  id uuid primary key,
  project_ref text not null references projects on delete cascade,
  owner_id uuid not null references users on delete cascade,
  name text not null,
  visibility text not null check (visibility in ('private', 'project')),
  -- names from the outermost folder, separated by slashes; empty for none
  folder text not null default '',
  tags text[] not null default '{}',
  content text not null,
  chart jsonb,
  -- goes up with every change of name, text or chart
  version integer not null default 1,
  updated_by uuid not null references users on delete cascade,
  inserted_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp()
);
create index snippets_project on snippets (project_ref, visibility, folder, name);
create index snippets_owner on snippets (owner_id);
create index snippets_updated_by on snippets (updated_by);

-- what the text was; the newest row is what it is
create table snippet_versions (
  snippet_id uuid not null references snippets on delete cascade,
  version integer not null,
  name text not null,
  content text not null,
  author_id uuid not null references users on delete cascade,
  inserted_at timestamptz not null default clock_timestamp(),
  primary key (snippet_id, version)
);
create index snippet_versions_author on snippet_versions (author_id);

create table snippet_favorites (
  snippet_id uuid not null references snippets on delete cascade,
  user_id uuid not null references users on delete cascade,
  primary key (snippet_id, user_id)
);
create index snippet_favorites_user on snippet_favorites (user_id);
