-- a rehearsal of a merge can be given up
alter table branch_merges drop constraint branch_merges_status_check;
alter table branch_merges add constraint branch_merges_status_check
  check (status in ('REHEARSING', 'REHEARSED', 'REHEARSAL_FAILED', 'CANCELLED', 'APPLYING', 'MERGED', 'OUTDATED', 'FAILED'));
