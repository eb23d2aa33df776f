-- the major version that a project was asked to begin with; null: the newest. What it runs on now is db_version
alter table projects add column postgres_version text check (postgres_version ~ '^[0-9]{1,3}$');
