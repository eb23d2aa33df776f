-- a branch is a project of its own, that began as a copy of another one
alter table projects
  -- the project that it is a branch of
  add column parent_ref text references projects,
  -- of a branch, or of the project itself as the default branch; null until branching is enabled
  add column branch_id uuid unique,
  add column branched_at timestamptz,
  -- what it is a copy of
  add column source_ref text references projects,
  add column with_data boolean not null default true,
  add column copies_requested integer not null default 0,
  add column copies_done integer not null default 0,
  add column copied_at timestamptz,
  add column expires_at timestamptz,
  add column branched_by uuid references users on delete set null,
  add constraint projects_branch_has_source check ((parent_ref is null) = (source_ref is null) and (parent_ref is null or branch_id is not null));

drop index projects_name;
create unique index projects_name on projects (organization_id, lower(name)) where status <> 'REMOVED' and parent_ref is null;
create unique index projects_branch_name on projects (parent_ref, lower(name)) where status <> 'REMOVED';
create index projects_expiring on projects (expires_at) where expires_at is not null and desired <> 'removed';

create function announce_branch() returns trigger language plpgsql as $$
begin
  perform pg_notify('news', 'branches:' || coalesce(new.parent_ref, new.ref));
  return null;
end
$$;
create trigger projects_announce_branch after insert or update on projects for each row
  when (new.branch_id is not null) execute function announce_branch();
