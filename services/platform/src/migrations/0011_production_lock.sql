-- while it is locked, SQL changes nothing in the project unless its author types the project's name
alter table projects add column is_production_locked boolean not null default false;
