-- Schema storage: buckets and the objects in them. Names, types, defaults and constraints are those of supabase/storage at its migration
-- validate-bucket-lifecycle-constraints, so that policies, seeds and dumps of its data load here, and ours there. Bytes are files outside of
-- the database; a row says which (objects.version).
--
-- Everything belongs to supabase_storage_admin, which nobody signs in as. The storage service acts as the role of each request.
set local event_triggers = off;

do $$
declare
  membership record;
begin
  if not exists (select from pg_catalog.pg_roles where rolname = 'supabase_storage_admin') then
    create role supabase_storage_admin;
  end if;
  -- an owner who loaded roles of another platform may have created it
  for membership in
    select m.roleid::regrole as granted, m.member::regrole as member, m.grantor::regrole as grantor from pg_catalog.pg_auth_members m
    where 'supabase_storage_admin'::regrole in (m.roleid, m.member)
  loop
    execute pg_catalog.format('revoke %s from %s granted by %s cascade', membership.granted, membership.member, membership.grantor);
  end loop;
end
$$;
reassign owned by supabase_storage_admin to postgres;
alter role supabase_storage_admin with nologin noinherit nosuperuser nocreatedb nocreaterole noreplication nobypassrls connection limit -1 password null;
alter role supabase_storage_admin reset all;
alter role supabase_storage_admin in database postgres reset all;

-- until its tables are there
grant create on schema storage to supabase_storage_admin;
grant usage on schema storage to supabase_storage_admin;
do $$
declare
  -- what the role for members who may only read is called
  reader constant regrole := coalesce(to_regrole('platform_reader'), to_regrole('supabase_read_only_user'));
begin
  execute pg_catalog.format('alter default privileges for role supabase_storage_admin in schema storage grant select on tables to %s', reader);
end
$$;
set local role supabase_storage_admin;

create type storage.buckettype as enum ('STANDARD', 'ANALYTICS', 'VECTOR');

create table storage.migrations (
  id integer primary key,
  name varchar(100) not null unique,
  hash varchar(40) not null,
  executed_at timestamp default current_timestamp
);
comment on table storage.migrations is 'Migrations of supabase/storage that this schema is equal to.';
insert into storage.migrations (id, name, hash)
select place - 1, name, md5(name) from unnest(array[
  'create-migrations-table', 'initialmigration', 'storage-schema', 'pathtoken-column', 'add-migrations-rls', 'add-size-functions',
  'change-column-name-in-get-size', 'add-rls-to-buckets', 'add-public-to-buckets', 'fix-search-function', 'search-files-search-function',
  'add-trigger-to-auto-update-updated_at-column', 'add-automatic-avif-detection-flag', 'add-bucket-custom-limits', 'use-bytes-for-max-size',
  'add-can-insert-object-function', 'add-version', 'drop-owner-foreign-key', 'add_owner_id_column_deprecate_owner',
  'alter-default-value-objects-id', 'list-objects-with-delimiter', 's3-multipart-uploads', 's3-multipart-uploads-big-ints',
  'optimize-search-function', 'operation-function', 'custom-metadata', 'objects-prefixes', 'search-v2', 'object-bucket-name-sorting',
  'create-prefixes', 'update-object-levels', 'objects-level-index', 'backward-compatible-index-on-objects',
  'backward-compatible-index-on-prefixes', 'optimize-search-function-v1', 'add-insert-trigger-prefixes', 'optimise-existing-functions',
  'add-bucket-name-length-trigger', 'iceberg-catalog-flag-on-buckets', 'add-search-v2-sort-support', 'fix-prefix-race-conditions-optimized',
  'add-object-level-update-trigger', 'rollback-prefix-triggers', 'fix-object-level', 'vector-bucket-type', 'vector-buckets',
  'buckets-objects-grants', 'iceberg-table-metadata', 'iceberg-catalog-ids', 'buckets-objects-grants-postgres', 'search-v2-optimised',
  'index-backward-compatible-search', 'drop-not-used-indexes-and-functions', 'drop-index-lower-name', 'drop-index-object-level',
  'prevent-direct-deletes', 'fix-optimized-search-function', 's3-multipart-uploads-metadata', 'operation-ergonomics', 'drop-unused-functions',
  'optimize-existing-functions-again', 'mark-filename-immutable', 'object-versioning-core', 'fix-search-name-relative-to-prefix',
  'fix-search-by-timestamp-sqli', 'objects-key-version-index', 'objects-current-version-index', 'objects-null-version-index',
  'bucket-lifecycle-configuration', 'validate-bucket-lifecycle-constraints'
]) with ordinality as known (name, place);

create table storage.buckets (
  id text primary key,
  name text not null,
  owner uuid,
  created_at timestamptz default now(),
  updated_at timestamptz default now(),
  public boolean default false,
  avif_autodetection boolean default false,
  file_size_limit bigint,
  allowed_mime_types text[],
  owner_id text,
  type storage.buckettype not null default 'STANDARD',
  versioning_status text not null default 'DISABLED',
  constraint buckets_versioning_status_check check (versioning_status in ('DISABLED', 'ENABLED', 'SUSPENDED')),
  constraint buckets_versioning_standard_only_check check (type = 'STANDARD' or versioning_status = 'DISABLED')
);
comment on table storage.buckets is 'Folders at the top, with their own limits.';
comment on column storage.buckets.owner is 'Replaced by owner_id, which takes any subject of a token.';
create unique index bname on storage.buckets (name);

create table storage.objects (
  id uuid primary key default gen_random_uuid(),
  bucket_id text constraint "objects_bucketId_fkey" references storage.buckets,
  name text,
  owner uuid,
  created_at timestamptz default now(),
  updated_at timestamptz default now(),
  last_accessed_at timestamptz default now(),
  metadata jsonb,
  path_tokens text[] generated always as (string_to_array(name, '/')) stored,
  version text,
  owner_id text,
  user_metadata jsonb,
  archived_at timestamptz,
  is_delete_marker boolean not null default false,
  is_versioned boolean not null default false
);
comment on table storage.objects is 'One row for each file.';
comment on column storage.objects.owner is 'Replaced by owner_id, which takes any subject of a token.';
comment on column storage.objects.version is 'Names the bytes. They never change: a new upload has another version.';
create unique index bucketid_objname on storage.objects (bucket_id, name);
create index idx_objects_bucket_id_name on storage.objects (bucket_id, name collate "C");
create index idx_objects_bucket_id_name_lower on storage.objects (bucket_id, lower(name) collate "C");

create table storage.s3_multipart_uploads (
  id text primary key,
  in_progress_size bigint not null default 0,
  upload_signature text not null,
  bucket_id text not null references storage.buckets,
  key text collate "C" not null,
  version text not null,
  owner_id text,
  created_at timestamptz not null default now(),
  user_metadata jsonb,
  metadata jsonb
);
comment on table storage.s3_multipart_uploads is 'Uploads in parts that are not complete yet.';
create index idx_multipart_uploads_list on storage.s3_multipart_uploads (bucket_id, key, created_at);

create table storage.s3_multipart_uploads_parts (
  id uuid primary key default gen_random_uuid(),
  upload_id text not null references storage.s3_multipart_uploads on delete cascade,
  size bigint not null default 0,
  part_number integer not null,
  bucket_id text not null references storage.buckets,
  key text collate "C" not null,
  etag text not null,
  owner_id text,
  version text not null,
  created_at timestamptz not null default now()
);
comment on table storage.s3_multipart_uploads_parts is 'Parts of uploads that are not complete yet.';
create index s3_multipart_uploads_parts_upload_id_idx on storage.s3_multipart_uploads_parts (upload_id, part_number);

-- Names as paths. Of 'a/b/c.tar.gz' the folders are {a,b}, the file name is c.tar.gz and the extension is gz.
create function storage.foldername(name text) returns text[] language sql immutable parallel safe
return (string_to_array(name, '/'))[1 : array_length(string_to_array(name, '/'), 1) - 1];

create function storage.filename(name text) returns text language sql immutable parallel safe
return (string_to_array(name, '/'))[array_length(string_to_array(name, '/'), 1)];

create function storage.extension(name text) returns text language sql immutable parallel safe
return reverse(split_part(reverse(storage.filename(name)), '.', 1));

create function storage.get_size_by_bucket() returns table (size bigint, bucket_id text) language sql stable
begin atomic
  select sum((o.metadata ->> 'size')::bigint)::bigint, o.bucket_id from storage.objects o group by o.bucket_id;
end;

-- What the request does, for policies: storage.object.upload, storage.object.list and so on.
create function storage.operation() returns text language sql stable
return current_setting('storage.operation', true);

create function storage.allow_only_operation(expected_operation text) returns boolean language sql stable
return coalesce(
  nullif(regexp_replace(expected_operation, '^storage\.', ''), '') = regexp_replace(storage.operation(), '^storage\.', ''),
  false
);

create function storage.allow_any_operation(expected_operations text[]) returns boolean language sql stable
return exists (select from unnest(expected_operations) as expected (operation) where storage.allow_only_operation(expected.operation));

create function storage.can_insert_object(bucketid text, name text, owner uuid, metadata jsonb) returns void language plpgsql set search_path = '' as $$
begin
  insert into storage.objects (bucket_id, name, owner, metadata) values (bucketid, name, owner, metadata);
  raise sqlstate 'PT200' using message = 'ROLLBACK', detail = 'rollback successful insert';
end;
$$;

-- Objects and folders directly below a prefix, in the order of their bytes. A folder is a name up to and with the delimiter; what is in it
-- is skipped by one step of the index. `next_token` wins over `start_after`; a token that is a folder skips all of it.
create function storage.list_objects_with_delimiter(
  _bucket_id text,
  prefix_param text,
  delimiter_param text,
  max_keys integer default 100,
  start_after text default '',
  next_token text default '',
  sort_order text default 'asc'
) returns table (
  name text,
  id uuid,
  metadata jsonb,
  updated_at timestamptz,
  created_at timestamptz,
  last_accessed_at timestamptz
) language plpgsql stable set search_path = '' as $$
declare
  is_ascending constant boolean := pg_catalog.lower(coalesce(sort_order, 'asc')) <> 'desc';
  wanted constant text := coalesce(prefix_param, '');
  delimiter constant text := coalesce(delimiter_param, '');
  token constant text := coalesce(nullif(next_token, ''), start_after, '');
  -- nothing that begins with a text comes after the text and this character, the last one that there is
  last constant text := pg_catalog.chr(1114111);
  above constant text := wanted || last;
  seek text := case when is_ascending then wanted else above end;
  -- of names in ascending order, the one that is sought itself
  is_inclusive boolean := true;
  given integer := 0;
  at integer;
  found_row record;
begin
  if is_ascending and token <> '' and token collate "C" >= wanted then
    is_inclusive := delimiter <> '' and token <> wanted and pg_catalog.right(token, pg_catalog.length(delimiter)) = delimiter;
    seek := case when is_inclusive then token || last else token end;
  elsif not is_ascending and token <> '' and token collate "C" < seek then
    seek := token;
  end if;
  while given < max_keys loop
    at := null;
    if is_ascending then
      for found_row in
        select o.name, o.id, o.metadata, o.updated_at, o.created_at, o.last_accessed_at from storage.objects o
        where o.bucket_id = _bucket_id and o.name collate "C" >= seek and o.name collate "C" < above and (is_inclusive or o.name <> seek)
        order by o.name collate "C" limit 1000
      loop
        seek := found_row.name;
        is_inclusive := false;
        at := case when delimiter = '' then 0 else pg_catalog.strpos(pg_catalog.substr(seek, pg_catalog.length(wanted) + 1), delimiter) end;
        exit when at > 0;
        return query select found_row.name, found_row.id, found_row.metadata, found_row.updated_at, found_row.created_at, found_row.last_accessed_at;
        given := given + 1;
        exit when given >= max_keys;
      end loop;
    else
      for found_row in
        select o.name, o.id, o.metadata, o.updated_at, o.created_at, o.last_accessed_at from storage.objects o
        where o.bucket_id = _bucket_id and o.name collate "C" >= wanted and o.name collate "C" < seek
        order by o.name collate "C" desc limit 1000
      loop
        seek := found_row.name;
        at := case when delimiter = '' then 0 else pg_catalog.strpos(pg_catalog.substr(seek, pg_catalog.length(wanted) + 1), delimiter) end;
        exit when at > 0;
        return query select found_row.name, found_row.id, found_row.metadata, found_row.updated_at, found_row.created_at, found_row.last_accessed_at;
        given := given + 1;
        exit when given >= max_keys;
      end loop;
    end if;
    exit when at is null;
    if at > 0 then
      seek := pg_catalog.left(seek, pg_catalog.length(wanted) + at + pg_catalog.length(delimiter) - 1);
      return query select seek, null::uuid, null::jsonb, null::timestamptz, null::timestamptz, null::timestamptz;
      given := given + 1;
      if is_ascending then
        seek := seek || last;
        is_inclusive := true;
      end if;
    end if;
  end loop;
end;
$$;

-- Objects and folders directly below a prefix, with names from there on, folders without their slash; those that begin with `search`, in
-- capitals or not. By another column than the name, folders come first.
create function storage.search(
  prefix text,
  bucketname text,
  limits integer default 100,
  levels integer default 1,
  offsets integer default 0,
  search text default '',
  sortcolumn text default 'name',
  sortorder text default 'asc'
) returns table (
  name text,
  id uuid,
  updated_at timestamptz,
  created_at timestamptz,
  last_accessed_at timestamptz,
  metadata jsonb
) language plpgsql stable set search_path = '' as $$
declare
  wanted constant text := coalesce(prefix, '');
  sought constant text := pg_catalog.lower(coalesce(search, ''));
  most constant integer := least(coalesce(limits, 100), 1500);
  skipped constant integer := greatest(coalesce(offsets, 0), 0);
  direction constant text := case pg_catalog.lower(sortorder) when 'desc' then 'desc' else 'asc' end;
  by_column constant text := case when pg_catalog.lower(sortcolumn) in ('updated_at', 'created_at', 'last_accessed_at')
    then pg_catalog.lower(sortcolumn) end;
begin
  if by_column is null then
    return query
      select pg_catalog.rtrim(pg_catalog.substr(l.name, pg_catalog.length(wanted) + 1), '/'), l.id, l.updated_at, l.created_at, l.last_accessed_at, l.metadata
      from storage.list_objects_with_delimiter(bucketname, wanted, '/', case when sought = '' then skipped + most else 2147483647 end, '', '', direction) l
      where l.name <> wanted
        and pg_catalog.starts_with(pg_catalog.lower(pg_catalog.substr(l.name, pg_catalog.length(wanted) + 1)), sought)
      offset skipped limit most;
    return;
  end if;
  return query execute pg_catalog.format($query$
    select case when e.is_folder then pg_catalog.split_part(e.rest, '/', 1) else e.rest end, e.id, e.updated_at, e.created_at, e.last_accessed_at, e.metadata
    from (
      select distinct on (is_folder, case when is_folder then pg_catalog.split_part(rest, '/', 1) else rest end)
        rest, is_folder, case when is_folder then null else r.id end as id, case when is_folder then null else r.updated_at end as updated_at,
        case when is_folder then null else r.created_at end as created_at,
        case when is_folder then null else r.last_accessed_at end as last_accessed_at, case when is_folder then null else r.metadata end as metadata
      from (
        select o.*, pg_catalog.substr(o.name, pg_catalog.length($1) + 1) as rest,
          pg_catalog.strpos(pg_catalog.substr(o.name, pg_catalog.length($1) + 1), '/') > 0 as is_folder
        from storage.objects o
        where o.bucket_id = $2 and o.name collate "C" > $1 and o.name collate "C" < $1 || pg_catalog.chr(1114111)
      ) r
      where pg_catalog.starts_with(pg_catalog.lower(rest), $3)
    ) e
    order by e.is_folder desc, e.%1$I %2$s nulls last, e.rest collate "C" %2$s
    limit $4 offset $5
  $query$, by_column, direction) using wanted, bucketname, sought, most, skipped;
end;
$$;

-- As `search`, with whole names, folders with their slash, and pages that begin after the last row of the one before. By another column than
-- the name, folders count as old as the oldest object in them.
create function storage.search_v2(
  prefix text,
  bucket_name text,
  limits integer default 100,
  levels integer default 1,
  start_after text default '',
  sort_order text default 'asc',
  sort_column text default 'name',
  sort_column_after text default ''
) returns table (
  key text,
  name text,
  id uuid,
  updated_at timestamptz,
  created_at timestamptz,
  last_accessed_at timestamptz,
  metadata jsonb
) language plpgsql stable set search_path = '' as $$
declare
  wanted constant text := coalesce(prefix, '');
  most constant integer := least(coalesce(limits, 100), 1500);
  is_descending constant boolean := pg_catalog.lower(sort_order) = 'desc';
  by_column constant text := case when pg_catalog.lower(sort_column) in ('updated_at', 'created_at') then pg_catalog.lower(sort_column) end;
begin
  if by_column is null then
    return query
      select pg_catalog.split_part(l.name, '/', levels), l.name, l.id, l.updated_at, l.created_at, l.last_accessed_at, l.metadata
      from storage.list_objects_with_delimiter(bucket_name, wanted, '/', most, coalesce(start_after, ''), '', sort_order) l;
    return;
  end if;
  return query execute pg_catalog.format($query$
    with entries as (
      select case when r.at > 0 then pg_catalog.left(r.name, pg_catalog.length($1) + r.at) else r.name end as name, r.at > 0 as is_folder,
        pg_catalog.min(r.created_at) as first_at, (pg_catalog.array_agg(r.id))[1] as id, pg_catalog.max(r.updated_at) as updated_at,
        pg_catalog.max(r.created_at) as created_at, pg_catalog.max(r.last_accessed_at) as last_accessed_at,
        (pg_catalog.array_agg(r.metadata))[1] as metadata
      from (
        select o.*, pg_catalog.strpos(pg_catalog.substr(o.name, pg_catalog.length($1) + 1), '/') as at from storage.objects o
        where o.bucket_id = $2 and o.name collate "C" >= $1 and o.name collate "C" < $1 || pg_catalog.chr(1114111)
      ) r
      group by 1, 2
    ), shown as (
      select e.name, case when not is_folder then e.id end as id, case when is_folder then first_at else e.updated_at end as updated_at,
        case when is_folder then first_at else e.created_at end as created_at,
        case when not is_folder then e.last_accessed_at end as last_accessed_at, case when not is_folder then e.metadata end as metadata
      from entries e
    )
    select pg_catalog.split_part(s.name, '/', $3), s.name, s.id, s.updated_at, s.created_at, s.last_accessed_at, s.metadata from shown s
    where $5 = '' or (coalesce(s.%1$I, 'epoch'), s.name collate "C") %2$s (coalesce(nullif($6, '')::timestamptz, 'epoch'), $5 collate "C")
    order by coalesce(s.%1$I, 'epoch') %3$s, s.name collate "C" %3$s
    limit $4
  $query$, by_column, case when is_descending then '<' else '>' end, case when is_descending then 'desc' else 'asc' end)
  using wanted, bucket_name, levels, most, coalesce(start_after, ''), coalesce(sort_column_after, '');
end;
$$;

create function storage.update_updated_at_column() returns trigger language plpgsql set search_path = '' as $$
begin
  new.updated_at := pg_catalog.now();
  return new;
end;
$$;
create trigger update_objects_updated_at before update on storage.objects for each row execute function storage.update_updated_at_column();

create function storage.enforce_bucket_name_length() returns trigger language plpgsql set search_path = '' as $$
begin
  if pg_catalog.length(new.name) > 100 then
    raise check_violation using
      message = pg_catalog.format('bucket name "%s" is too long (%s characters). Max is 100.', pg_catalog.left(new.name, 100), pg_catalog.length(new.name));
  end if;
  return new;
end;
$$;
create trigger enforce_bucket_name_length_trigger before insert or update of name on storage.buckets
  for each row execute function storage.enforce_bucket_name_length();

create function storage.protect_delete() returns trigger language plpgsql set search_path = '' as $$
begin
  if coalesce(pg_catalog.current_setting('storage.allow_delete_query', true), '') <> 'true' then
    raise insufficient_privilege using
      message = 'Direct deletion from storage tables is not allowed. Use the Storage API instead.',
      hint = 'This prevents accidental data loss from orphaned objects.';
  end if;
  return null;
end;
$$;
create trigger protect_buckets_delete before delete on storage.buckets for each statement execute function storage.protect_delete();
create trigger protect_objects_delete before delete on storage.objects for each statement execute function storage.protect_delete();

alter table storage.migrations enable row level security;
alter table storage.buckets enable row level security;
alter table storage.objects enable row level security;
alter table storage.s3_multipart_uploads enable row level security;
alter table storage.s3_multipart_uploads_parts enable row level security;

grant all on storage.buckets, storage.objects to anon, authenticated, service_role;
grant all on storage.buckets, storage.objects to postgres with grant option;
grant select on storage.s3_multipart_uploads, storage.s3_multipart_uploads_parts to anon, authenticated;
grant all on storage.s3_multipart_uploads, storage.s3_multipart_uploads_parts to service_role;

reset role;
revoke create on schema storage from supabase_storage_admin;

-- Policies, triggers, comments and grants of the project's owner need what the owner of the tables has, without being able to become it.
grant supabase_storage_admin to postgres with admin false, inherit true, set false;

-- What the service counts on, as it is now: owners, columns, row level security and own triggers.
do $create$
declare
  shape constant text := $shape$
    select pg_catalog.string_agg(pg_catalog.concat_ws(' ', c.relname, c.relowner::regrole, c.relrowsecurity, c.relforcerowsecurity, (
      select pg_catalog.string_agg(pg_catalog.concat_ws(' ', a.attname, pg_catalog.format_type(a.atttypid, a.atttypmod), a.attnotnull, a.atthasdef, a.attgenerated), ',' order by a.attnum)
      from pg_catalog.pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    ), (
      select pg_catalog.string_agg(pg_catalog.concat_ws(' ', t.tgname, t.tgtype, t.tgenabled, p.proname), ',' order by t.tgname)
      from pg_catalog.pg_trigger t join pg_catalog.pg_proc p on p.oid = t.tgfoid
      where t.tgrelid = c.oid and p.pronamespace = c.relnamespace and not t.tgisinternal
    )), e'\n' order by c.relname)
    from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace where n.nspname = 'storage' and c.relkind = 'r'$shape$;
  kept text;
begin
  execute shape into kept;
  execute pg_catalog.format($function$
    create function _colonnade.keep_storage_schema() returns event_trigger language plpgsql set search_path = '' as $body$
    declare
      changed text;
      is_touched boolean;
    begin
      if tg_event = 'sql_drop' then
        select object_identity into changed from pg_catalog.pg_event_trigger_dropped_objects()
        where (schema_name = 'storage' and object_type not in ('trigger', 'policy')) or (object_type = 'schema' and object_name = 'storage');
        is_touched := exists (select from pg_catalog.pg_event_trigger_dropped_objects() where schema_name = 'storage' or object_type = 'trigger');
      else
        select object_identity into changed from pg_catalog.pg_event_trigger_ddl_commands()
        where schema_name = 'storage' and object_type not in ('trigger', 'policy') and command_tag not in ('ALTER TABLE', 'COMMENT', 'GRANT', 'REVOKE');
        is_touched := tg_tag = 'REASSIGN OWNED' or exists (
          select from pg_catalog.pg_event_trigger_ddl_commands() where schema_name = 'storage' or object_type = 'trigger');
      end if;
      if changed is null and is_touched and (%2$s) is distinct from %1$L then
        changed := 'What this changes';
      end if;
      if changed is not null then
        raise insufficient_privilege using message = pg_catalog.format('%%s belongs to the storage service', changed),
          hint = 'Policies, triggers and comments of your own are fine on storage.objects and storage.buckets. Keep other data in a table in your own schema.';
      end if;
    end;
    $body$
  $function$, kept, shape);
end
$create$;
revoke execute on function _colonnade.keep_storage_schema() from public;
create event trigger colonnade_storage_change on ddl_command_end execute function _colonnade.keep_storage_schema();
create event trigger colonnade_storage_drop on sql_drop execute function _colonnade.keep_storage_schema();
alter event trigger colonnade_storage_change enable always;
alter event trigger colonnade_storage_drop enable always;
comment on event trigger colonnade_storage_change is 'Keeps the schema storage as the storage service needs it.';
comment on event trigger colonnade_storage_drop is 'Keeps the schema storage as the storage service needs it.';
