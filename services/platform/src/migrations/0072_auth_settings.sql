-- settings of a project's auth service, as far as they differ from the contract's defaults; a project without a row has the defaults
create table auth_settings (
  ref text primary key references projects on delete cascade,
  revision integer not null default 0,
  -- by their names in config/auth, without secrets
  settings jsonb not null default '{}',
  -- the secrets by their names, as one sealed JSON text; null without any
  sealed_secrets text
);

-- who changed which setting last
create table auth_setting_changes (
  ref text not null references auth_settings on delete cascade,
  setting text not null,
  changed_at timestamptz not null default now(),
  changed_by uuid references users on delete set null,
  primary key (ref, setting)
);

create trigger auth_settings_announce after insert or update or delete on auth_settings for each row execute function announce_project_access();
