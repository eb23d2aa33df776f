-- one index for each way in which the log is looked through: newest first, by time; `split_part` is the kind of an event
create index audit_log_time on audit_log (organization_id, at, id);
create index audit_log_kind on audit_log (organization_id, split_part(event, '.', 1), at, id);
create index audit_log_person on audit_log (organization_id, user_id, at, id);
create index audit_log_project on audit_log (organization_id, project_ref, at, id);
create index audit_log_own on audit_log (user_id, at, id);
drop index audit_log_organization;
drop index audit_log_user;
