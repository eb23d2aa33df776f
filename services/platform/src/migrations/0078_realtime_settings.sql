-- settings of a project's realtime service; what it hasn't changed is as the contract says for its plan
create table realtime_settings (
  ref text primary key references projects on delete cascade,
  -- by the names of the contract
  settings jsonb not null default '{}',
  -- when all clients were last disconnected
  disconnected_at timestamptz
);

create trigger realtime_settings_announce after insert or update or delete on realtime_settings for each row execute function announce_project_access();
