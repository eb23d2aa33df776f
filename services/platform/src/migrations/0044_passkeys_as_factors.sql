-- a passkey that its owner opened with a finger, a face or a PIN is two factors by itself (NIST SP 800-63B): whoever comes in with one
-- needs no second step, whoever comes in with the password alone has shown one factor, whatever keys they have
alter table sessions add column by_passkey boolean not null default false;
-- made, or allowed to an application, in such a session
alter table access_tokens add column by_passkey boolean not null default false;
alter table app_codes add column by_passkey boolean not null default false;
alter table app_grants add column by_passkey boolean not null default false;

-- whether a person has a way to show two factors
create or replace function has_second_factor(person uuid) returns boolean stable language sql
  return exists (select from authenticators where user_id = person and confirmed_at is not null)
    or exists (select from passkeys where user_id = person);

-- whether a session or an access token of theirs was opened with two: no password is enough beside an authenticator app
create function opens_with_factor(person uuid, opened_by uuid) returns boolean stable language sql
  return exists (select from authenticators where user_id = person and confirmed_at is not null)
    or exists (select from passkeys where user_id = person) and (
      exists (select from sessions where id = opened_by and user_id = person and by_passkey)
      or exists (select from access_tokens where id = opened_by and user_id = person and by_passkey));

-- who could have which project, and as what; of an organization that asks for two factors, only what is opened with them has it
create or replace view project_access as
  select p.ref, p.organization_id, m.user_id, coalesce(r.role, m.role) as role, r.role is not null as is_own_role,
    c.name as custom_name, c.permissions as custom_permissions, o.requires_two_factor as is_guarded
  from projects p join organizations o on o.id = p.organization_id join members m on m.organization_id = o.id
    left join project_roles r on r.project_ref = coalesce(p.parent_ref, p.ref) and r.user_id = m.user_id
    left join organization_roles c on c.id = case when r.role is null then m.custom_role else r.custom_role end
  where (r.role is not null or not m.is_limited) and (not o.requires_two_factor or has_second_factor(m.user_id))
    and (c.id is null or 'projects:read' = any(c.permissions));

-- what is open is looked at again when a factor goes
create trigger passkeys_announce_change after delete on passkeys for each row execute function announce_member_change();
create trigger authenticators_announce_change after delete on authenticators for each row execute function announce_member_change();
