-- members without a second factor have nothing of such an organization until they have one
alter table organizations add column requires_two_factor boolean not null default false;

create function has_second_factor(person uuid) returns boolean stable language sql
  return exists (select from authenticators where user_id = person and confirmed_at is not null);

create or replace view project_access as
  select p.ref, p.organization_id, m.user_id, coalesce(r.role, m.role) as role, r.role is not null as is_own_role
  from projects p join organizations o on o.id = p.organization_id join members m on m.organization_id = o.id
    left join project_roles r on r.project_ref = coalesce(p.parent_ref, p.ref) and r.user_id = m.user_id
  where (r.role is not null or not m.is_limited) and (not o.requires_two_factor or has_second_factor(m.user_id));

-- what members listen to is looked at again at once
create function announce_required_two_factor() returns trigger language plpgsql as $$
begin
  perform pg_notify('news', 'session:' || open.id) from (select id, user_id from sessions union all select id, user_id from access_tokens) as open
    join members m on m.user_id = open.user_id where m.organization_id = new.id;
  return null;
end
$$;
create trigger organizations_announce_required_two_factor after update of requires_two_factor on organizations for each row
  when (new.requires_two_factor and not old.requires_two_factor) execute function announce_required_two_factor();
