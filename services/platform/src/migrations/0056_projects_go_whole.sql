-- What is kept of a project goes with it: an organization that is deleted takes what is left of its projects along, whatever they have been through.
alter table project_events drop constraint project_events_ref_fkey, add foreign key (ref) references projects on delete cascade;
alter table notifications drop constraint notifications_project_ref_fkey, add foreign key (project_ref) references projects on delete cascade;
alter table project_secrets drop constraint project_secrets_ref_fkey, add foreign key (ref) references projects on delete cascade;
alter table project_samples drop constraint project_samples_ref_fkey, add foreign key (ref) references projects on delete cascade;
alter table project_incidents drop constraint project_incidents_ref_fkey, add foreign key (ref) references projects on delete cascade;
alter table project_sleeps drop constraint project_sleeps_ref_fkey, add foreign key (ref) references projects on delete cascade;
