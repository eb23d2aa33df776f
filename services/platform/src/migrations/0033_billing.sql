-- who gets invoices, and what is written on them
alter table organizations
  add column billing_emails text[] not null default '{}',
  add column billing_name text,
  add column billing_address text,
  add column billing_tax_id text;

-- which plan an organization was on since when: what a month costs. Written with every change, by whomever
create table plan_changes (
  id bigint generated always as identity primary key,
  organization_id uuid not null,
  at timestamptz not null default clock_timestamp(),
  plan text not null,
  usage_billing_enabled boolean not null
);
create index plan_changes_organization on plan_changes (organization_id, at);
insert into plan_changes (organization_id, at, plan, usage_billing_enabled) select id, created_at, plan, usage_billing_enabled from organizations;

create function note_plan_change() returns trigger language plpgsql as $$
begin
  insert into plan_changes (organization_id, plan, usage_billing_enabled) values (new.id, new.plan, new.usage_billing_enabled);
  return null;
end
$$;
create trigger organizations_note_plan after insert on organizations for each row execute function note_plan_change();
create trigger organizations_note_plan_change after update on organizations for each row
  when (old.plan <> new.plan or old.usage_billing_enabled <> new.usage_billing_enabled) execute function note_plan_change();

create function refuse_billing_change() returns trigger language plpgsql as $$
begin
  raise exception 'What was billed can not be altered' using errcode = 'insufficient_privilege';
end
$$;
create trigger plan_changes_are_kept before update or delete or truncate on plan_changes
  for each statement execute function refuse_billing_change();
