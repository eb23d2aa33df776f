-- settings of a project's storage; one without a row has the contract's defaults
create table storage_settings (
  ref text primary key references projects on delete cascade,
  -- of one file, in bytes
  file_size_limit bigint not null,
  is_image_transformation_enabled boolean not null,
  is_s3_enabled boolean not null
);

create trigger storage_settings_announce after insert or update or delete on storage_settings for each row execute function announce_project_access();
