-- what a restore makes has a password that was generated, told once in the answer to who asked for it, and stored nowhere
alter table restores add column is_password_generated boolean not null default false;
-- until it is set anew, or somebody says that they have kept it
alter table projects add column is_password_unkept boolean not null default false;
