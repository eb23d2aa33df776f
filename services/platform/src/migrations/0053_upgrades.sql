-- upgrades themselves, beside their rehearsals
alter table upgrade_rehearsals rename to upgrades;
alter index upgrade_rehearsals_project rename to upgrades_project;
alter trigger upgrade_rehearsals_announce on upgrades rename to upgrades_announce;
drop index upgrade_rehearsals_one_at_a_time;
alter table upgrades
  drop constraint upgrade_rehearsals_status_check,
  add constraint upgrades_status_check check (
    status in ('REHEARSING', 'REHEARSED', 'UPGRADING', 'PLACING', 'PROTECTING', 'UPGRADED', 'BLOCKED', 'FAILED', 'CANCELLED')
  ),
  add column kind text not null default 'rehearsal' check (kind in ('rehearsal', 'upgrade')),
  -- of the older version, and the first one of the newer
  add column backup_before uuid references backups on delete set null,
  add column backup_after uuid references backups on delete set null,
  -- between these nobody came in
  add column closed_at timestamptz,
  add column opened_at timestamptz;
create unique index upgrades_one_at_a_time on upgrades (project_ref) where status in ('REHEARSING', 'UPGRADING', 'PLACING', 'PROTECTING');

alter table projects
  drop constraint projects_status_check,
  add constraint projects_status_check check (
    status in ('COMING_UP', 'ACTIVE_HEALTHY', 'PAUSING', 'INACTIVE', 'RESTORING', 'UPGRADING', 'GOING_DOWN', 'REMOVED', 'INIT_FAILED', 'UNHEALTHY')
  );
