-- secrets of a project, sealed with the installation's key; the place of a value goes into its seal, so that it opens in its own row only
create table project_secrets (
  ref text primary key references projects,
  jwt_secret text not null,
  created_at timestamptz not null default now()
);
