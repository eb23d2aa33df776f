-- access keys with which S3 clients reach a project's files
create table storage_credentials (
  id uuid primary key,
  ref text not null references projects on delete cascade,
  -- what clients send; the project is found by it alone where an address names none
  access_key text not null unique,
  sealed_secret text not null,
  description text not null,
  role text not null check (role in ('service_role', 'authenticated')),
  -- of the project's own users
  user_id uuid,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  check ((role = 'authenticated') = (user_id is not null))
);
create index storage_credentials_ref on storage_credentials (ref);

-- not with each use
create trigger storage_credentials_announce after insert or delete on storage_credentials for each row execute function announce_project_access();
