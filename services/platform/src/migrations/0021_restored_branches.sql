-- a restore may become a branch of the project
alter table restores
  add column is_branch boolean not null default false,
  add column asked_by uuid references users on delete set null;
