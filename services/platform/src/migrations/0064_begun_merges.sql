-- Of a merge that is applied: something of it may be in the project for good, whether that is recorded there or not.
alter table branch_merges add column is_begun boolean not null default false;
