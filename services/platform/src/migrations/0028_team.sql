-- sessions go when they end; when somebody was last here is remembered beyond them
alter table users add column last_seen_at timestamptz;
update users set last_seen_at = (select max(last_used_at) from sessions where user_id = users.id);

-- whoever listens with a session of somebody whose role changed is looked at again at once
create function announce_member_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('news', 'session:' || id) from sessions where user_id = old.user_id;
  return null;
end
$$;
create trigger members_announce_change after update or delete on members for each row execute function announce_member_change();

-- of each link only a hash is kept; what has ended stays for a while, so that its link is answered with what became of it
create table invitations (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null references organizations on delete cascade,
  email text not null,
  role text not null check (role in ('owner', 'administrator', 'developer', 'read-only')),
  token_hash bytea not null unique,
  invited_by uuid references users on delete set null,
  created_at timestamptz not null default now(),
  sent_at timestamptz not null default now(),
  expires_at timestamptz not null,
  accepted_at timestamptz,
  accepted_by uuid references users on delete set null,
  revoked_at timestamptz,
  check (accepted_at is null or revoked_at is null)
);
create unique index invitations_pending on invitations (organization_id, lower(email)) where accepted_at is null and revoked_at is null;
