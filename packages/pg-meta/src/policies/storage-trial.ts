import { join, literal, sql, type SqlText, toText } from '@colonnade/sql'
import { z } from 'zod'
import { triedSqlstate } from './policy-trial.ts'
import { type Need, readPolicies, reportedPolicies, triedVariables, TriedExpression, TriedPolicy, tryExpressions, Unbound } from './tried-policies.ts'

/** What a client may do with a file of storage, found out without changing anything. */

export const storageActions = ['list', 'read', 'upload', 'replace', 'move', 'delete'] as const
export type StorageAction = (typeof storageActions)[number]

export interface StorageTrial {
  readonly role: string
  /** Of the token that a request would bring. */
  readonly claims: Readonly<Record<string, unknown>>
  readonly bucket: string
  /** Name of the file in the bucket. */
  readonly path: string
  /** Its name after a move. */
  readonly movedTo: string
  /** Of an upload. */
  readonly mimeType: string
  readonly actions: readonly StorageAction[]
}

export const TriedAction = z.object({
  action: z.enum(storageActions),
  /** `triedSqlstate` where the database let it happen, and of what it was refused with otherwise. */
  sqlstate: z.string(),
  message: z.string(),
  /** Rows that were seen or written. */
  rows: z.number().int().nullable(),
  expressions: z.array(TriedExpression),
})
export type TriedAction = z.infer<typeof TriedAction>

/** The detail of the error with which a trial ends. */
export const StorageTrialReport = z.object({
  /** null for a bucket that doesn't exist. */
  bucket: z.object({ public: z.boolean() }).nullable(),
  /** The file; null where one was made up that the caller has just uploaded. */
  file: z.object({ owner_id: z.string().nullable() }).nullable(),
  /** Why no policy holds for the role; null where they do. */
  unbound: Unbound.nullable(),
  policies: z.array(TriedPolicy),
  actions: z.array(TriedAction),
})
export type StorageTrialReport = z.infer<typeof StorageTrialReport>

/** The bucket is locked by nobody for longer, and neither is the file. */
const lockTimeoutMs = 3_000
/** What the storage service sets for each request, so that policies see the same. */
const searchPath = 'storage, public, extensions'

/** What policies may ask for: the operation of each action, as the storage service names it. */
const operations: Readonly<Record<StorageAction, string>> = {
  list: 'storage.object.list_v2',
  read: 'storage.object.get_authenticated',
  upload: 'storage.object.upload',
  replace: 'storage.object.upload_update',
  move: 'storage.object.move',
  delete: 'storage.object.delete_many',
}

/** The expressions that each action has to pass, and on which row. */
const needs: Readonly<Record<StorageAction, readonly Need[]>> = {
  list: [['SELECT', 'using', 'before']],
  read: [['SELECT', 'using', 'before']],
  upload: [['INSERT', 'check', 'after']],
  replace: [
    ['INSERT', 'check', 'after'],
    ['SELECT', 'using', 'before'],
    ['UPDATE', 'using', 'before'],
    ['UPDATE', 'check', 'after'],
    ['SELECT', 'using', 'after'],
  ],
  move: [
    ['SELECT', 'using', 'before'],
    ['UPDATE', 'using', 'before'],
    ['UPDATE', 'check', 'after'],
    ['SELECT', 'using', 'after'],
  ],
  delete: [
    ['SELECT', 'using', 'before'],
    ['DELETE', 'using', 'before'],
  ],
}

/**
 * Does all of it as a role with claims, and takes it back at once: it always fails, with `triedSqlstate` and a `StorageTrialReport` as its
 * detail. Run it as the owner of the tables, who takes the role for each action, as the storage service does. Where there is no such file, all
 * but an upload is tried with one that the caller has just uploaded. Policies come from the catalog, in the same transaction.
 */
export function getStorageTrialSql(trial: StorageTrial): SqlText {
  const sub = typeof trial.claims['sub'] === 'string' ? trial.claims['sub'] : null
  const body = sql`
declare
  wanted_role constant pg_catalog.text := ${literal(trial.role)};
  claims constant pg_catalog.text := ${literal(JSON.stringify(trial.claims))};
  user_id constant pg_catalog.text := ${literal(sub)};
  wanted_bucket constant pg_catalog.text := ${literal(trial.bucket)};
  wanted_name constant pg_catalog.text := ${literal(trial.path)};
  moved_name constant pg_catalog.text := ${literal(trial.movedTo)};
  mime_type constant pg_catalog.text := ${literal(trial.mimeType)};
  operations constant pg_catalog.jsonb := ${literal(JSON.stringify(operations))};
  needs constant pg_catalog.jsonb := ${literal(JSON.stringify(needs))};
  owner_uuid constant pg_catalog.uuid := case when user_id ~* '^[\\da-f]{8}(-[\\da-f]{4}){3}-[\\da-f]{12}$' then user_id::pg_catalog.uuid end;
  ${triedVariables}
  of_bucket pg_catalog.jsonb;
  before storage.objects;
  added storage.objects;
  after storage.objects;
  is_there pg_catalog.bool;
  answers pg_catalog.jsonb := '[]';
  report pg_catalog.jsonb;
  action pg_catalog.text;
  touched pg_catalog.int8;
  state pg_catalog.text;
  said pg_catalog.text;
begin
  -- expressions are written in full, whatever is on a path
  perform pg_catalog.set_config('search_path', '', true), pg_catalog.set_config('lock_timeout', ${literal(String(lockTimeoutMs))}, true);
  select pg_catalog.jsonb_build_object('public', coalesce(b.public, false)) into of_bucket from storage.buckets b where b.id = wanted_bucket;
  ${readPolicies('storage.objects')}

  select o.* into before from storage.objects o where o.bucket_id = wanted_bucket and o.name = wanted_name;
  is_there := found;
  added := pg_catalog.jsonb_populate_record(null::storage.objects, pg_catalog.jsonb_build_object(
    'id', pg_catalog.gen_random_uuid(), 'bucket_id', wanted_bucket, 'name', wanted_name, 'path_tokens', pg_catalog.string_to_array(wanted_name, '/'),
    'owner', owner_uuid, 'owner_id', user_id, 'version', pg_catalog.gen_random_uuid(), 'created_at', pg_catalog.now(), 'updated_at', pg_catalog.now(),
    'last_accessed_at', pg_catalog.now(), 'is_delete_marker', false, 'is_versioned', false, 'metadata', pg_catalog.jsonb_build_object(
      'eTag', '"d41d8cd98f00b204e9800998ecf8427e"', 'size', 1, 'contentLength', 1, 'httpStatusCode', 200, 'mimetype', mime_type,
      'cacheControl', 'no-cache', 'lastModified', pg_catalog.now())));
  if not is_there then before := added; end if;

  foreach action in array ${literal(`{${trial.actions.join(',')}}`)}::pg_catalog.text[] loop
    exit when of_bucket is null;
    after := case when action = 'move' then before else added end;
    if action = 'move' then
      after.name := moved_name;
      after.path_tokens := pg_catalog.string_to_array(moved_name, '/');
    elsif action = 'replace' then
      after.id := before.id;
    end if;

    -- each expression alone
    ${tryExpressions({ needs: sql`needs -> action`, table: 'objects', row: sql`case when need ->> 2 = 'before' then before else after end`, asRole })}

    -- and what the database itself says
    begin
      if not is_there and action <> 'upload' then
        insert into storage.objects (id, bucket_id, name, owner, owner_id, version, metadata)
          values (before.id, before.bucket_id, before.name, before.owner, before.owner_id, before.version, before.metadata);
      end if;
      ${asRole}
      ${join(
        [
          sql`if action in ('list', 'read') then
        perform from storage.objects o where o.bucket_id = wanted_bucket and o.name = wanted_name`,
          sql`elsif action = 'upload' then
        insert into storage.objects (id, bucket_id, name, owner, owner_id, version, metadata)
          values (added.id, added.bucket_id, added.name, added.owner, added.owner_id, added.version, added.metadata)`,
          sql`elsif action = 'replace' then
        insert into storage.objects (id, bucket_id, name, owner, owner_id, version, metadata)
          values (pg_catalog.gen_random_uuid(), added.bucket_id, added.name, added.owner, added.owner_id, added.version, added.metadata)
          on conflict (bucket_id, name) do update set owner = excluded.owner, owner_id = excluded.owner_id, version = excluded.version,
            metadata = excluded.metadata, user_metadata = excluded.user_metadata
          returning id::text into said`,
          sql`elsif action = 'move' then
        update storage.objects o set name = moved_name where o.id = before.id returning o.id::text into said`,
          sql`else
        delete from storage.objects o where o.id = before.id returning o.id::text into said`,
        ],
        sql`;
      `,
      )};
      end if;
      get diagnostics touched = row_count;
      set constraints all immediate;
      raise exception 'tried' using errcode = ${literal(triedSqlstate)}, detail = touched::pg_catalog.text;
    exception when others then
      get stacked diagnostics state = returned_sqlstate, failure = message_text, said = pg_exception_detail;
      answers := answers || pg_catalog.jsonb_build_object('action', action, 'sqlstate', state, 'message', pg_catalog.left(failure, 1000),
        'rows', case when state = ${literal(triedSqlstate)} then said::pg_catalog.int8 end, 'expressions', expressions);
    end;
  end loop;

  report := pg_catalog.jsonb_build_object('bucket', of_bucket, 'unbound', unbound, 'actions', answers,
    'file', case when is_there then pg_catalog.jsonb_build_object('owner_id', coalesce(before.owner_id, before.owner::pg_catalog.text)) end,
    'policies', ${reportedPolicies});
  raise exception 'tried' using errcode = ${literal(triedSqlstate)}, detail = report::pg_catalog.text;
end`
  return toText(sql`do language plpgsql ${literal(toText(body))};`)
}

/** Settings of a request, until the block around them ends with an error, as it always does. The role comes last. */
const asRole = sql`perform pg_catalog.set_config('search_path', ${literal(searchPath)}, true),
            pg_catalog.set_config('storage.operation', operations ->> action, true),
            pg_catalog.set_config('storage.allow_delete_query', (action = 'delete')::pg_catalog.text, true),
            pg_catalog.set_config('request.jwt.claims', claims, true),
            pg_catalog.set_config('request.jwt.claim.role', wanted_role, true),
            pg_catalog.set_config('request.jwt.claim.sub', coalesce(user_id, ''), true),
            pg_catalog.set_config('request.method', 'POST', true),
            pg_catalog.set_config('request.path', '/object', true),
            pg_catalog.set_config('request.headers', '{}', true);
          perform pg_catalog.set_config('role', wanted_role, true);`
