-- as for projects and replicas: what was free when WAL could not be archived; with noticeably more it is tried again
alter table recovery_windows add column gave_up_with_free bigint;
