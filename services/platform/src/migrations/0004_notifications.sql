create table notifications (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  organization_id uuid references organizations on delete cascade,
  project_ref text references projects,
  status text not null default 'new' check (status in ('new', 'seen', 'archived')),
  priority text not null check (priority in ('Info', 'Warning', 'Critical')),
  title text not null,
  message text not null,
  actions jsonb not null default '[]',
  inserted_at timestamptz not null default clock_timestamp()
);
create index notifications_inbox on notifications (user_id, inserted_at desc, id desc);
create index notifications_unread on notifications (user_id, priority) where status = 'new';
