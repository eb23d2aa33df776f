-- files of the bucket feedback-attachments: a row is there before its file, and goes after it
create table attachments (
  name text primary key,
  -- whoever makes people removable decides what becomes of their files first
  user_id uuid not null references users,
  bytes integer not null,
  -- set when a message with it is sent; what never is, is removed after a day
  sent_at timestamptz,
  -- set before the file is deleted
  removed_at timestamptz,
  created_at timestamptz not null default clock_timestamp()
);
create index attachments_user on attachments (user_id, created_at);
create index attachments_unsent on attachments (created_at) where sent_at is null;

create table feedback (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  message text not null,
  category text not null default 'Feedback',
  tags text[] not null default '{}',
  organization_id uuid references organizations on delete set null,
  project_ref text references projects on delete set null,
  pathname text,
  screenshot text references attachments,
  inserted_at timestamptz not null default clock_timestamp()
);
create index feedback_newest on feedback (inserted_at desc, id desc);
create index feedback_organization on feedback (organization_id);
create index feedback_project on feedback (project_ref);

create table support_tickets (
  id uuid primary key default gen_random_uuid(),
  number integer not null unique generated always as identity,
  user_id uuid not null references users on delete cascade,
  status text not null default 'open' check (status in ('open', 'closed')),
  category text not null,
  severity text not null check (severity in ('Low', 'Normal', 'High', 'Urgent')),
  subject text not null,
  message text not null,
  error text,
  pathname text,
  -- only what the author could see when they wrote
  organization_id uuid references organizations on delete set null,
  project_ref text references projects on delete set null,
  reply text,
  inserted_at timestamptz not null default clock_timestamp(),
  closed_at timestamptz
);
create index support_tickets_user on support_tickets (user_id, number);
create index support_tickets_organization on support_tickets (organization_id);
create index support_tickets_project on support_tickets (project_ref);
