-- what the installation's owner publishes for organizations; a version is never changed, only followed by another
create table documents (
  id uuid primary key default gen_random_uuid(),
  kind text not null,
  title text not null,
  asks_acceptance boolean not null,
  is_withdrawn boolean not null default false,
  created_at timestamptz not null default now()
);

create table document_versions (
  document_id uuid not null references documents on delete cascade,
  number integer not null check (number > 0),
  format text not null check (format in ('markdown', 'pdf')),
  content bytea not null,
  published_at timestamptz not null default now(),
  primary key (document_id, number)
);

create table document_acceptances (
  document_id uuid not null,
  number integer not null,
  organization_id uuid not null references organizations on delete cascade,
  -- the person's address: it stays when they go
  accepted_by text not null,
  accepted_at timestamptz not null default now(),
  primary key (document_id, number, organization_id),
  foreign key (document_id, number) references document_versions
);
create index document_acceptances_organization on document_acceptances (organization_id);
