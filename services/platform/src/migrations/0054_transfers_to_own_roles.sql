-- who hands an organization over may have a role of its own afterwards; none is promised that is gone
alter table organization_transfers drop constraint organization_transfers_after_role_check;
alter table organization_transfers add column custom_role uuid generated always as
  (case when after_role in ('owner', 'administrator', 'developer', 'read-only', 'leave') then null else after_role::uuid end) stored;
alter table organization_transfers add foreign key (organization_id, custom_role) references organization_roles (organization_id, id);
