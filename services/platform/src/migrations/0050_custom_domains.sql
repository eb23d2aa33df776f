-- names that lead database clients to projects
create table custom_domains (
  project_ref text primary key references projects on delete cascade,
  -- in ASCII and small letters
  name text not null,
  -- since when it has waited for its records: how often is looked depends on it
  waiting_since timestamptz not null,
  -- when the records were found first: from then on the name is this project's
  verified_at timestamptz,
  checked_at timestamptz,
  next_check_at timestamptz not null,
  -- what the last look found
  findings jsonb,
  -- looks in a row that found something else than they should
  failures integer not null default 0,
  -- since when nothing proves any more whose name it is
  unproven_since timestamptz,
  -- PEM, the chain behind it, and its key, which is sealed
  certificate text,
  sealed_key text,
  is_uploaded boolean not null default false,
  expires_at timestamptz,
  -- the last warning told was of so many days
  warned_days integer,
  check ((certificate is null) = (sealed_key is null) and (certificate is null) = (expires_at is null)),
  check (certificate is not null or not is_uploaded)
);
-- claims that prove nothing keep nobody from a name; the first that proves it holds it
create unique index custom_domains_holder on custom_domains (name) where verified_at is not null;
create index custom_domains_due on custom_domains (next_check_at);
