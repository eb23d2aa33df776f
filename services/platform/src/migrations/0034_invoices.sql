-- what organizations are to pay: made once a month, settled by hand. Numbers count up without a gap; one that was wrong is void, and stays
create table invoices (
  id uuid primary key default gen_random_uuid(),
  number integer not null unique check (number > 0),
  -- not referenced: an invoice stays when its organization is gone
  organization_id uuid not null,
  period_start date not null,
  period_end date not null,
  currency text not null,
  -- {"name", "slug", "emails", "address", "tax_id"} as they were then
  billed_to jsonb not null,
  -- [{"description", "quantity", "cents"}]
  lines jsonb not null,
  total_cents bigint not null,
  status text not null default 'open' check (status in ('open', 'paid', 'void')),
  made_at timestamptz not null default clock_timestamp(),
  settled_at timestamptz,
  settled_by uuid,
  unique (organization_id, period_start)
);
create index invoices_status on invoices (status, number);

-- periods that are accounted for, whether there was anything to pay or not
create table billed_periods (
  organization_id uuid not null,
  period_start date not null,
  primary key (organization_id, period_start)
);

create trigger invoices_are_kept before delete or truncate on invoices for each statement execute function refuse_billing_change();
create trigger invoices_are_settled_once before update on invoices for each row
  when (old.status <> 'open' or (old.id, old.number, old.organization_id, old.period_start, old.period_end, old.currency, old.billed_to, old.lines,
    old.total_cents, old.made_at) is distinct from (new.id, new.number, new.organization_id, new.period_start, new.period_end, new.currency,
    new.billed_to, new.lines, new.total_cents, new.made_at))
  execute function refuse_billing_change();
