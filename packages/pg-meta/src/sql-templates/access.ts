import { type SqlTemplate, text } from './sql-template.ts'

/** Who may do what: policies and roles. */
export const access: readonly SqlTemplate[] = [
  {
    id: 'policies-of-a-team',
    category: 'Policies',
    title: 'Team access',
    summary: 'Policies that let team members read rows and team administrators change them.',
    sql: text`
-- Team access
create table teams (id bigint generated always as identity primary key, name text not null);
create table team_members (
  team_id bigint not null references teams on delete cascade,
  user_id uuid not null,
  is_admin boolean not null default false,
  primary key (team_id, user_id)
);
create index on team_members (user_id);
create table team_documents (
  id bigint generated always as identity primary key,
  team_id bigint not null references teams on delete cascade,
  title text not null
);
create index on team_documents (team_id);

-- runs as its owner, so the policies of team_members aren't applied again
create function teams_of_user(admin_only boolean default false) returns setof bigint
  language sql stable security definer set search_path = ''
as $$
  select team_id from public.team_members where user_id = (select auth.uid()) and (is_admin or not admin_only)
$$;

alter table teams enable row level security;
alter table team_members enable row level security;
alter table team_documents enable row level security;

create policy "Members see their teams" on teams for select to authenticated using (id in (select teams_of_user()));
create policy "Members see members" on team_members for select to authenticated using (team_id in (select teams_of_user()));
create policy "Members see documents" on team_documents for select to authenticated using (team_id in (select teams_of_user()));
create policy "Administrators change documents" on team_documents for all to authenticated
  using (team_id in (select teams_of_user(true))) with check (team_id in (select teams_of_user(true)));
`,
  },
  {
    id: 'policy-by-claim',
    category: 'Policies',
    title: 'Access by token claim',
    summary: 'A policy that reads a claim your server adds to the token, such as the plan or tenant.',
    sql: text`
-- Access by token claim
create table invoices (
  id bigint generated always as identity primary key,
  tenant_id uuid not null,
  total numeric(12, 2) not null
);
create index on invoices (tenant_id);
alter table invoices enable row level security;

-- in a select, so it is evaluated once instead of for each row
create policy "A tenant sees its invoices" on invoices for select to authenticated
  using (tenant_id = (select (auth.jwt() -> 'app_metadata' ->> 'tenant_id')::uuid));

-- require a second factor
create policy "Seen with a second factor only" on invoices as restrictive for select to authenticated
  using ((select auth.jwt() ->> 'aal') = 'aal2');
`,
  },
  {
    id: 'list-policies',
    category: 'Policies',
    title: 'All policies',
    summary: 'Every policy with its table, roles, command and conditions, and public tables with row-level security but no policy.',
    sql: text`
-- All policies
select schemaname as schema, tablename as table, policyname as policy, permissive, roles, cmd as command, qual as "using", with_check
from pg_policies
order by 1, 2, 3;

-- closed to everyone but the owner, or open without any policy
select relnamespace::regnamespace as schema, relname as table,
  case when relrowsecurity then 'security on, no policy: nobody sees rows' else 'security off: grants alone decide' end as state
from pg_class c
where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace
  and not exists (select from pg_policy where polrelid = c.oid)
order by 1, 2;
`,
  },
  {
    id: 'read-only-role',
    category: 'Roles',
    title: 'Read-only role',
    summary: 'A role without login that can read everything in public, including future tables. Grant it to other roles.',
    sql: text`
-- Read-only role
create role reporting nologin;

grant usage on schema public to reporting;
grant select on all tables in schema public to reporting;
-- tables created later
alter default privileges in schema public grant select on tables to reporting;

-- give it to a person or an application:
-- create role alice login password '…' in role reporting;
-- alter role alice set default_transaction_read_only = on;
-- alter role alice set statement_timeout = '30s';
`,
  },
  {
    id: 'list-roles',
    category: 'Roles',
    title: 'Roles and memberships',
    summary: 'Every role with its cluster privileges and the roles it belongs to.',
    sql: text`
-- Roles and memberships
select r.rolname as role, r.rolcanlogin as can_login, r.rolcreaterole as creates_roles, r.rolcreatedb as creates_databases,
  r.rolbypassrls as bypasses_rls, r.rolconnlimit as connection_limit,
  array(select m.roleid::regrole::text from pg_auth_members m where m.member = r.oid order by 1) as member_of
from pg_roles r
where r.rolname !~ '^pg_'
order by 1;
`,
  },
  {
    id: 'list-grants',
    category: 'Roles',
    title: 'Table privileges',
    summary: 'Privileges on tables and views in public, one row per role.',
    sql: text`
-- Table privileges
select table_schema as schema, table_name as relation, grantee as role, string_agg(privilege_type, ', ' order by privilege_type) as privileges
from information_schema.role_table_grants
where table_schema = 'public'
group by 1, 2, 3
order by 1, 2, 3;
`,
  },
]
