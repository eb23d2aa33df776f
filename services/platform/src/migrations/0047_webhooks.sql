-- addresses that organizations have told what happens in them; the secrets sign what is sent, and are sealed
create table webhooks (
  id uuid primary key,
  organization_id uuid not null references organizations on delete cascade,
  url text not null,
  -- kinds of events: the part before the dot
  kinds text[] not null check (cardinality(kinds) > 0),
  sealed_secret text not null,
  -- signs beside the new one until then, so that receivers can change over
  sealed_former_secret text,
  former_until timestamptz,
  is_paused boolean not null default false,
  -- why it paused by itself
  pause_reason text,
  created_at timestamptz not null default now()
);
create index webhooks_organization on webhooks (organization_id);

-- written in the transaction of what they tell of, sent by the sender
create table webhook_deliveries (
  id uuid primary key default gen_random_uuid(),
  number bigint generated always as identity unique,
  webhook_id uuid not null references webhooks on delete cascade,
  event text not null,
  payload text not null,
  state text not null default 'waiting' check (state in ('waiting', 'delivered', 'failed')),
  attempts integer not null default 0,
  created_at timestamptz not null default clock_timestamp(),
  next_attempt_at timestamptz not null default clock_timestamp(),
  attempted_at timestamptz,
  duration_ms integer,
  status integer,
  -- what was answered, as far as it is kept
  answer text,
  problem text
);
create index webhook_deliveries_due on webhook_deliveries (next_attempt_at) where state = 'waiting';
create index webhook_deliveries_log on webhook_deliveries (webhook_id, number desc);
create index webhook_deliveries_age on webhook_deliveries (created_at);

create function announce_webhooks() returns trigger language plpgsql as $$
begin
  perform pg_notify('news', 'webhooks');
  return null;
end
$$;
create trigger webhook_deliveries_news after insert on webhook_deliveries for each row execute function announce_webhooks();

create function tell_webhooks(organization uuid, project text, event text, actor uuid, details jsonb) returns void language sql as $$
  insert into webhook_deliveries (webhook_id, event, payload)
  select w.id, event, json_build_object('type', event, 'timestamp', to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'data', json_build_object(
      'organization', json_build_object('id', o.id, 'slug', o.slug, 'name', o.name),
      'project', (select json_build_object('ref', p.ref, 'name', p.name) from projects p where p.ref = project),
      'actor', (select json_build_object('id', u.id, 'username', u.username) from users u where u.id = actor),
      'details', details))::text
  from webhooks w join organizations o on o.id = w.organization_id
  where w.organization_id = organization and not w.is_paused and split_part(event, '.', 1) = any(w.kinds)
$$;

create function tell_webhooks_of_audit() returns trigger language plpgsql as $$
begin
  perform tell_webhooks(new.organization_id, new.project_ref, new.event, new.user_id, new.details);
  return null;
end
$$;
create trigger audit_log_tell_webhooks after insert on audit_log for each row when (new.organization_id is not null) execute function tell_webhooks_of_audit();

create function tell_webhooks_of_status() returns trigger language plpgsql as $$
begin
  perform tell_webhooks(new.organization_id, new.ref, 'health.status_changed', null, jsonb_build_object('before', old.status, 'status', new.status));
  return null;
end
$$;
create trigger projects_tell_webhooks after update of status on projects for each row when (new.status is distinct from old.status) execute function tell_webhooks_of_status();

create function tell_webhooks_of_incident() returns trigger language plpgsql as $$
begin
  perform tell_webhooks(p.organization_id, p.ref, case when new.closed_at is null then 'health.incident_opened' else 'health.incident_closed' end, null,
    jsonb_build_object('kind', new.kind, 'key', new.key)) from projects p where p.ref = new.ref;
  return null;
end
$$;
create trigger project_incidents_tell_webhooks after insert or update of closed_at on project_incidents for each row when (new.ref is not null)
  execute function tell_webhooks_of_incident();

create function tell_webhooks_of_backup() returns trigger language plpgsql as $$
begin
  perform tell_webhooks(p.organization_id, p.ref, 'backup.' || lower(new.status), null,
    jsonb_build_object('id', new.id, 'kind', new.kind, 'problem', new.problem)) from projects p where p.ref = new.project_ref;
  return null;
end
$$;
create trigger backups_tell_webhooks after update of status on backups for each row
  when (new.status is distinct from old.status and new.status in ('COMPLETED', 'DAMAGED', 'FAILED')) execute function tell_webhooks_of_backup();

-- whether organizations may have addresses told that only this machine and its networks reach
alter table installation_settings add column private_webhooks boolean not null default false;
