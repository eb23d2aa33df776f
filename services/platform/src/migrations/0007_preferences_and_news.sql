-- what a person chose for themself: theme, sidebar, feature_previews; a key that is not there was never chosen
alter table users add column preferences jsonb not null default '{}';

-- one channel tells that there is something new to read, and of what: project:<ref>, notifications:<user>, session:<id>
create or replace function announce_project_event() returns trigger language plpgsql as $$
begin
  perform pg_notify('news', 'project:' || new.ref);
  return null;
end
$$;

create function announce_notifications() returns trigger language plpgsql as $$
begin
  perform pg_notify('news', 'notifications:' || user_id) from (select distinct user_id from changed) as people;
  return null;
end
$$;
create trigger notifications_announce_insert after insert on notifications referencing new table as changed
  for each statement execute function announce_notifications();
create trigger notifications_announce_update after update on notifications referencing new table as changed
  for each statement execute function announce_notifications();
create trigger notifications_announce_delete after delete on notifications referencing old table as changed
  for each statement execute function announce_notifications();

-- whoever listens with a session that ends is cut off
create function announce_session_end() returns trigger language plpgsql as $$
begin
  perform pg_notify('news', 'session:' || old.id);
  return null;
end
$$;
create trigger sessions_announce_end after delete on sessions for each row execute function announce_session_end();
