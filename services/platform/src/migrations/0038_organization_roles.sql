-- roles that an organization makes out of permissions itself; those that every organization has are in the code
create table organization_roles (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null references organizations on delete cascade,
  name text not null,
  description text not null,
  permissions text[] not null check (cardinality(permissions) > 0),
  version integer not null default 1,
  created_by uuid references users on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (organization_id, id)
);
create unique index organization_roles_name on organization_roles (organization_id, lower(name));

-- a role is named by its word or by the id of one of the organization's own; nobody is left with one that is gone, or that is another organization's
alter table members drop constraint members_role_check;
alter table invitations drop constraint invitations_role_check;
alter table project_roles drop constraint project_roles_role_check;
alter table members add column custom_role uuid generated always as
  (case when role in ('owner', 'administrator', 'developer', 'read-only') then null else role::uuid end) stored;
alter table invitations add column custom_role uuid generated always as
  (case when role in ('owner', 'administrator', 'developer', 'read-only') then null else role::uuid end) stored;
alter table project_roles add column custom_role uuid generated always as
  (case when role in ('administrator', 'developer', 'read-only') then null else role::uuid end) stored;
alter table members add foreign key (organization_id, custom_role) references organization_roles (organization_id, id);
alter table invitations add foreign key (organization_id, custom_role) references organization_roles (organization_id, id);
alter table project_roles add foreign key (organization_id, custom_role) references organization_roles (organization_id, id);
create index members_custom_role on members (custom_role) where custom_role is not null;
create index invitations_custom_role on invitations (custom_role) where custom_role is not null;
create index project_roles_custom_role on project_roles (custom_role) where custom_role is not null;

-- who has which project, and as what; who may not see projects has none
create or replace view project_access as
  select p.ref, p.organization_id, m.user_id, coalesce(r.role, m.role) as role, r.role is not null as is_own_role,
    c.name as custom_name, c.permissions as custom_permissions
  from projects p join organizations o on o.id = p.organization_id join members m on m.organization_id = o.id
    left join project_roles r on r.project_ref = coalesce(p.parent_ref, p.ref) and r.user_id = m.user_id
    left join organization_roles c on c.id = case when r.role is null then m.custom_role else r.custom_role end
  where (r.role is not null or not m.is_limited) and (not o.requires_two_factor or has_second_factor(m.user_id))
    and (c.id is null or 'projects:read' = any(c.permissions));

-- whoever listens with a session or a token of somebody whose role now says something else is looked at again at once
create function announce_role_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('news', 'session:' || open.id) from (select id, user_id from sessions union all select id, user_id from access_tokens) as open
    where open.user_id in (select user_id from members where custom_role = new.id union select user_id from project_roles where custom_role = new.id);
  return null;
end
$$;
create trigger organization_roles_announce_change after update of permissions on organization_roles for each row
  when (new.permissions is distinct from old.permissions) execute function announce_role_change();
