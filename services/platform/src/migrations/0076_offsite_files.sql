-- versions of projects' files are copied elsewhere, too
alter table offsite_copies
  add column file_version uuid,
  -- how the object has it: the file, or the parts of one
  add column file_form text check (file_form in ('file', 'parts')),
  -- unlinked here, because nothing needs it
  add column is_unwanted boolean not null default false,
  add constraint offsite_copies_file check ((file_version is null) = (file_form is null)),
  drop constraint offsite_copies_check,
  drop constraint offsite_copies_check1,
  add constraint offsite_copies_of_one check (num_nonnulls(backup_id, wal_file, file_version) = 1),
  add constraint offsite_copies_hash check ((wal_file is null) = (sha256 is not null));
create index offsite_copies_file on offsite_copies (target, project_ref, file_version) where file_version is not null;
create index offsite_copies_unwanted on offsite_copies (target) where is_unwanted;

-- nobody watches files one by one
drop trigger offsite_copies_announce on offsite_copies;
create trigger offsite_copies_announce after insert on offsite_copies for each row
  when (pg_trigger_depth() = 0 and new.file_version is null) execute function announce_offsite_copies();
create trigger offsite_copies_announce_removal after delete on offsite_copies for each row
  when (pg_trigger_depth() = 0 and old.file_version is null) execute function announce_offsite_copies();
