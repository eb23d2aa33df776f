-- what somebody may do in one project, in place of what they may in the organization
create table project_roles (
  project_ref text not null references projects on delete cascade,
  user_id uuid not null,
  organization_id uuid not null,
  role text not null check (role in ('administrator', 'developer', 'read-only')),
  primary key (project_ref, user_id),
  foreign key (organization_id, user_id) references members on delete cascade
);
create index project_roles_member on project_roles (user_id, organization_id);

-- a limited member has only the projects for which there is such a role; owners have all of them
alter table members add column is_limited boolean not null default false check (not is_limited or role <> 'owner');

-- who has which project, and as what; a branch is had with its project
create view project_access as
  select p.ref, p.organization_id, m.user_id, coalesce(r.role, m.role) as role, r.role is not null as is_own_role
  from projects p join members m on m.organization_id = p.organization_id
    left join project_roles r on r.project_ref = coalesce(p.parent_ref, p.ref) and r.user_id = m.user_id
  where r.role is not null or not m.is_limited;

-- whoever listens with a session or a token of somebody whose rights changed is looked at again at once
create or replace function announce_member_change() returns trigger language plpgsql as $$
declare
  person uuid := coalesce(new.user_id, old.user_id);
begin
  perform pg_notify('news', 'session:' || id) from (select id from sessions where user_id = person union select id from access_tokens where user_id = person) as open;
  return null;
end
$$;
create trigger project_roles_announce_change after insert or update or delete on project_roles for each row execute function announce_member_change();
