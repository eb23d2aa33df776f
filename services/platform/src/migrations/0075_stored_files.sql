-- files of each project with its branches, called a family by the project's ref
create table file_families (
  -- of a project that may not be there yet, or no longer
  family_ref text primary key,
  -- how often a database of the family was set back to what it was: what was found before counts no more
  times_set_back integer not null default 0,
  swept_at timestamptz,
  -- why the last sweep came to nothing
  problem text,
  -- of files that no database names now: those that a backup or a moment needs, and the others
  kept_files bigint not null default 0,
  kept_bytes bigint not null default 0,
  orphaned_files bigint not null default 0,
  orphaned_bytes bigint not null default 0
);

-- versions that no database of their family names any more
create table released_files (
  family_ref text not null references file_families on delete cascade,
  version uuid not null,
  bytes bigint not null,
  -- no database can have named it before, or after
  created_at timestamptz not null,
  released_at timestamptz not null,
  -- nothing needs it: its bytes are being unlinked
  is_going boolean not null default false,
  primary key (family_ref, version)
);
create index released_files_going on released_files (family_ref) where is_going;
