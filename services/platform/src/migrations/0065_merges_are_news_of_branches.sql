-- the list of branches shows the merges that are under way
create or replace function announce_merge() returns trigger language plpgsql as $$
begin
  perform pg_notify('news', 'merges:' || new.branch_ref);
  perform pg_notify('news', 'branches:' || parent_ref) from projects where ref = new.branch_ref;
  return null;
end
$$;
