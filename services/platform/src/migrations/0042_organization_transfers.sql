-- an organization that is offered to one of its members; the row goes when they answer, or when one of the two is no member any more
create table organization_transfers (
  organization_id uuid primary key references organizations on delete cascade,
  from_user uuid not null,
  to_user uuid not null check (to_user <> from_user),
  after_role text not null check (after_role in ('owner', 'administrator', 'developer', 'read-only', 'leave')),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  foreign key (organization_id, from_user) references members (organization_id, user_id) on delete cascade,
  foreign key (organization_id, to_user) references members (organization_id, user_id) on delete cascade
);
