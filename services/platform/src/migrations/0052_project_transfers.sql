-- projects that went over to another organization: what they used until then counts for the one that they came from. Nothing is referenced:
-- it stays known when they are gone
create table project_transfers (
  id bigint generated always as identity primary key,
  project_ref text not null,
  -- as it was called then
  name text not null,
  from_organization uuid not null,
  to_organization uuid not null,
  at timestamptz not null default clock_timestamp()
);
create index project_transfers_project on project_transfers (project_ref, at);
create index project_transfers_from on project_transfers (from_organization);

-- a branch is its project's organization's, whoever makes one while the project goes over
alter table projects
  add unique (ref, organization_id),
  add constraint projects_branch_organization foreign key (parent_ref, organization_id) references projects (ref, organization_id) on update cascade;

-- the organization that a project counted for at a time
create function organization_at(project text, now_of uuid, moment timestamptz) returns uuid stable language sql
  return coalesce((select t.from_organization from project_transfers t where t.project_ref = project and t.at >= moment order by t.at limit 1), now_of);

-- Every change writes its line in its own transaction. One that was allowed by an organization that does not have the project any more is undone
-- with its line; what the platform does by itself goes on, and is told to the organization that has the project.
create function refuse_foreign_audit() returns trigger language plpgsql as $$
declare
  owner uuid;
begin
  -- a transfer that is under way is waited for, and waits for this
  select p.organization_id into owner from projects p where p.ref = new.project_ref for key share;
  if owner is null or owner = new.organization_id then
    return new;
  end if;
  if new.request_id is null then
    new.organization_id := owner;
    return new;
  end if;
  raise exception 'The project went over to another organization meanwhile. Nothing was changed: load the page again.' using errcode = 'serialization_failure';
end
$$;
create trigger audit_log_refuse_foreign before insert on audit_log for each row
  when (new.project_ref is not null and new.organization_id is not null) execute function refuse_foreign_audit();

-- whoever listens is looked at again: they may have the project no more
create function announce_project_transfer() returns trigger language plpgsql as $$
begin
  perform pg_notify('news', 'session:' || open.id) from (select id, user_id from sessions union all select id, user_id from access_tokens) as open
    join members m on m.user_id = open.user_id where m.organization_id = old.organization_id;
  return null;
end
$$;
create trigger projects_announce_transfer after update of organization_id on projects for each row
  when (new.organization_id <> old.organization_id and new.parent_ref is null) execute function announce_project_transfer();
