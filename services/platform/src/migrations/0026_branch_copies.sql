-- what copying the source of a branch took: the next one is estimated from it
alter table projects
  add column copy_bytes bigint,
  add column copy_ms integer,
  add column copy_is_shared boolean;
