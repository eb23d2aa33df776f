-- what a payment provider holds of an organization: itself as a customer, and its card. Test and live mode are two worlds there
create table payment_customers (
  id uuid primary key default gen_random_uuid(),
  -- not referenced: what is there is deleted after the organization is
  organization_id uuid not null,
  is_live boolean not null,
  -- null while it is not known to be there
  customer_id text unique,
  method_id text,
  brand text,
  last4 text,
  exp_month integer,
  exp_year integer,
  -- false: to be deleted there
  is_wanted boolean not null default true,
  next_look_at timestamptz not null default clock_timestamp(),
  unique (organization_id, is_live)
);

-- invoices that are charged by themselves, and what is still to be tried. The database lets no invoice be deleted, so none is referenced
create table invoice_collections (
  invoice_id uuid primary key,
  is_live boolean not null,
  -- that failed
  attempts integer not null default 0,
  -- null: nothing is tried by itself any more
  next_attempt_at timestamptz default clock_timestamp()
);
create index invoice_collections_due on invoice_collections (next_attempt_at) where next_attempt_at is not null;

-- attempts to have an invoice paid, by its card or on a page of the provider. Its id is the key under which the provider does it once
create table invoice_payments (
  id uuid primary key default gen_random_uuid(),
  invoice_id uuid not null,
  kind text not null check (kind in ('card', 'page')),
  is_live boolean not null,
  customer_id text not null,
  method_id text,
  -- where a page leads back to
  return_url text,
  -- the provider's charge or page, once it is known to be there
  object_id text unique,
  -- of a page: the charge that was made on it
  charge_id text unique,
  url text,
  -- open: the provider may take money for it; the other three: it has, could not, and will not
  state text not null default 'open' check (state in ('open', 'paid', 'failed', 'ended')),
  needs_confirmation boolean not null default false,
  reason text,
  begun_at timestamptz not null default clock_timestamp(),
  ended_at timestamptz,
  next_look_at timestamptz not null default clock_timestamp(),
  refunded_cents bigint not null default 0,
  is_disputed boolean not null default false,
  check ((state = 'open') = (ended_at is null))
);
-- so that nobody pays twice: a next attempt begins when the provider has said that the one before can not take money any more
create unique index invoice_payments_one_open on invoice_payments (invoice_id, is_live) where state = 'open';
create index invoice_payments_invoice on invoice_payments (invoice_id, begun_at desc);

-- what the provider told, each once; what it is about is asked for, so their order means nothing
create table payment_events (
  id text primary key,
  type text not null,
  is_live boolean not null,
  via text not null check (via in ('webhook', 'look')),
  -- {"page", "charge", "customer", "method"}: identifiers
  about jsonb not null,
  created_at timestamptz not null,
  received_at timestamptz not null default clock_timestamp(),
  handled_at timestamptz,
  next_look_at timestamptz not null default clock_timestamp()
);
create index payment_events_waiting on payment_events (next_look_at) where handled_at is null;
create index payment_events_age on payment_events (received_at);

create table payment_states (
  is_live boolean primary key,
  -- what happened there until then is known
  looked_until timestamptz,
  problem text,
  problem_since timestamptz
);

create function announce_payments() returns trigger language plpgsql as $$
begin
  perform pg_notify('news', 'payments');
  return null;
end
$$;
create trigger invoice_collections_news after insert or update of next_attempt_at on invoice_collections for each row execute function announce_payments();
create trigger payment_events_news after insert on payment_events for each row execute function announce_payments();

-- whoever deletes an organization, or has it managed elsewhere, need not think of it
create function forget_payment_customer() returns trigger language plpgsql as $$
begin
  update payment_customers set is_wanted = false where organization_id = old.id;
  perform pg_notify('news', 'payments');
  return null;
end
$$;
create trigger organizations_forget_customer after delete on organizations for each row execute function forget_payment_customer();
create trigger organizations_forget_customer_elsewhere after update of managed_by on organizations for each row
  when (old.managed_by is null and new.managed_by is not null) execute function forget_payment_customer();

-- read replicas that are gone, until the hours in which they were there are closed: their rows go with them
create table dropped_replicas (
  cluster_ref text primary key,
  project_ref text not null,
  organization_id uuid not null,
  inserted_at timestamptz not null,
  removed_at timestamptz not null default clock_timestamp()
);

create function keep_dropped_replica() returns trigger language plpgsql as $$
begin
  insert into dropped_replicas (cluster_ref, project_ref, organization_id, inserted_at)
    select old.cluster_ref, coalesce(p.parent_ref, p.ref), p.organization_id, old.inserted_at from projects p where p.ref = old.project_ref
    on conflict do nothing;
  return null;
end
$$;
create trigger replicas_keep_dropped after delete on replicas for each row execute function keep_dropped_replica();
