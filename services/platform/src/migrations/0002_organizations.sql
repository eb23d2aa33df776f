create table organizations (
  id uuid primary key default gen_random_uuid(),
  slug text not null unique,
  name text not null,
  plan text not null default 'free' check (plan in ('free', 'pro', 'team', 'enterprise')),
  usage_billing_enabled boolean not null default false,
  managed_by text,
  created_at timestamptz not null default now()
);

create table members (
  organization_id uuid not null references organizations on delete cascade,
  user_id uuid not null references users on delete cascade,
  role text not null check (role in ('owner', 'administrator', 'developer', 'read-only')),
  created_at timestamptz not null default now(),
  primary key (organization_id, user_id)
);
create index members_user on members (user_id);
