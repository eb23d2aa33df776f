import {
  maxSnippetVersions,
  type Snippet,
  type SnippetChart,
  type SnippetDetails,
  type SnippetInput,
  type SnippetVersion,
  type SnippetVisibility,
  versionSpanSeconds,
} from '@colonnade/contracts/data/snippets'
import type { Output } from '@colonnade/contracts/foundation/endpoint'
import { isoTime, type Queryable } from '@colonnade/pg'
import { empty, type Fragment, sql } from '@colonnade/sql'
import type { PageWanted } from '../../../kernel/page.ts'

/** Who looks, and at which project. */
export interface Viewer {
  readonly userId: string
  readonly ref: string
  /** May change what is shared. */
  readonly isWriter: boolean
}

export interface SnippetFilter extends PageWanted {
  readonly search?: string | undefined
  readonly visibility?: SnippetVisibility | undefined
  readonly favorite?: boolean | undefined
  readonly folder?: string | undefined
  readonly tag?: readonly string[] | undefined
  readonly sort: 'name' | 'updated_at'
}

export interface FolderCount {
  readonly folder: string
  readonly visibility: SnippetVisibility
  readonly snippets: number
}

/** Characters around a found text, enough for its line. */
const excerptLength = 2_000
/** Of all versions of one snippet, in bytes; the newest is kept whatever its size. */
const versionBytesMax = 20 * 1024 * 1024

function visible({ userId, ref }: Viewer): Fragment {
  return sql`s.project_ref = ${ref} and (s.visibility = 'project' or s.owner_id = ${userId})`
}

const person = (alias: 'o' | 'e'): Fragment =>
  alias === 'o'
    ? sql`jsonb_build_object('username', o.username, 'primary_email', o.email)`
    : sql`jsonb_build_object('username', e.username, 'primary_email', e.email)`

function columns({ userId, isWriter }: Viewer): Fragment {
  return sql`
    s.id, s.name, s.visibility, s.folder, s.tags, ${person('o')} as owner, s.owner_id = ${userId} as is_mine,
    s.owner_id = ${userId} or ${isWriter} as is_writable, f.user_id is not null as is_favorite, s.version, ${person('e')} as updated_by,
    ${isoTime('s', 'inserted_at')} as inserted_at, ${isoTime('s', 'updated_at')} as updated_at`
}

function source({ userId }: Viewer): Fragment {
  return sql`
    snippets s join users o on o.id = s.owner_id join users e on e.id = s.updated_by
      left join snippet_favorites f on f.snippet_id = s.id and f.user_id = ${userId}`
}

type FoundRow = Snippet & {
  /** Of the text, around what was searched for. */
  readonly excerpt: string | null
}

export function listSnippets(db: Queryable, viewer: Viewer, filter: SnippetFilter): Promise<FoundRow[]> {
  const { search = '', visibility, favorite, folder = '', tag = [], sort, offset, limit } = filter
  const needle = sql`lower(${search})`
  const found = sql`(strpos(lower(s.name), ${needle}) > 0 or strpos(lower(s.folder), ${needle}) > 0 or strpos(lower(s.content), ${needle}) > 0
    or exists (select from unnest(s.tags) as t (tag) where strpos(lower(t.tag), ${needle}) > 0))`
  const excerpt = sql`case when strpos(lower(s.content), ${needle}) > 0
    then substr(s.content, greatest(1, strpos(lower(s.content), ${needle}) - ${excerptLength / 2}), ${excerptLength}) end`
  return db.rows(sql`
    select ${columns(viewer)}, ${search === '' ? sql`null::text` : excerpt} as excerpt from ${source(viewer)} where ${visible(viewer)}
      ${search === '' ? empty : sql`and ${found}`}
      ${visibility === undefined ? empty : sql`and s.visibility = ${visibility}`}
      ${favorite === undefined ? empty : sql`and (f.user_id is not null) = ${favorite}`}
      ${folder === '' ? empty : sql`and (s.folder = ${folder} or starts_with(s.folder, ${`${folder}/`}))`}
      ${tag.length === 0 ? empty : sql`and s.tags @> ${tag}::text[]`}
    order by ${sort === 'name' ? sql`lower(s.name), s.name` : sql`s.updated_at desc`}, s.id limit ${limit} offset ${offset}`)
}

export function findSnippet(db: Queryable, viewer: Viewer, id: string): Promise<SnippetDetails | undefined> {
  return db.first(sql`select ${columns(viewer)}, s.content, s.chart from ${source(viewer)} where s.id = ${id} and ${visible(viewer)}`)
}

/** Holds a snippet until the transaction ends. */
export async function lockSnippet(db: Queryable, viewer: Viewer, id: string): Promise<void> {
  await db.run(sql`select from snippets s where s.id::text = ${id} and ${visible(viewer)} for update`)
}

export async function countSnippets(db: Queryable, ref: string): Promise<number> {
  const row = await db.first<{ count: number }>(sql`select count(*)::int as count from snippets where project_ref = ${ref}`)
  return row!.count
}

/** False when there is one with that id. */
export async function insertSnippet(db: Queryable, { ref, userId }: Viewer, input: Output<typeof SnippetInput>): Promise<boolean> {
  const { id, name, content, visibility, folder, tags, chart } = input
  const inserted = await db.run(sql`
    with kept as (
      insert into snippets (id, project_ref, owner_id, name, visibility, folder, tags, content, chart, updated_by)
      values (${id}, ${ref}, ${userId}, ${name}, ${visibility}, ${folder}, ${tags}, ${content}, ${chart === null ? null : JSON.stringify(chart)},
        ${userId})
      on conflict do nothing returning id, version, name, content, owner_id)
    insert into snippet_versions (snippet_id, version, name, content, author_id) select * from kept`)
  return inserted > 0
}

export interface SnippetPlace {
  readonly visibility: SnippetVisibility
  readonly folder: string
  readonly tags: readonly string[]
}

export async function placeSnippet(
  db: Queryable,
  id: string,
  change: { readonly [Key in keyof SnippetPlace]?: SnippetPlace[Key] | undefined },
): Promise<void> {
  const { visibility, folder, tags } = change
  await db.run(sql`
    update snippets set visibility = ${visibility}, folder = ${folder}, tags = ${tags}
    where id = ${id} and (visibility, folder, tags) is distinct from (${visibility}, ${folder}, ${tags}::text[])`)
}

interface SnippetWriting {
  readonly name: string
  readonly content: string
  readonly chart: SnippetChart | null
  /** What was before stays a version of its own. */
  readonly isNewVersion: boolean
}

/**
 * Gives a snippet its new text, and the history a version. Saves of one person shortly after one another are one version, unless much of the
 * text went: what is lost by mistake is found again.
 */
export async function rewriteSnippet(
  db: Queryable,
  { userId }: Viewer,
  { id, version: before }: Pick<Snippet, 'id' | 'version'>,
  { name, content, chart, isNewVersion }: SnippetWriting,
): Promise<void> {
  const version = before + 1
  await db.run(sql`
    update snippets set name = ${name}, content = ${content}, chart = ${chart === null ? null : JSON.stringify(chart)}, version = ${version},
      updated_by = ${userId}, updated_at = clock_timestamp() where id = ${id}`)
  const continued = await db.run(sql`
    update snippet_versions set version = ${version}, name = ${name}, content = ${content}
    where snippet_id = ${id} and version = (select max(version) from snippet_versions where snippet_id = ${id})
      and (content = ${content} or (not ${isNewVersion}::boolean and author_id = ${userId} and inserted_at > clock_timestamp() - make_interval(secs => ${versionSpanSeconds})
        and length(${content}) >= 0.8 * length(content)))`)
  if (continued > 0) return
  await db.run(sql`
    insert into snippet_versions (snippet_id, version, name, content, author_id) values (${id}, ${version}, ${name}, ${content}, ${userId})`)
  await db.run(sql`
    delete from snippet_versions v using (
      select version, row_number() over newest as place, sum(octet_length(content)) over newest as bytes
      from snippet_versions where snippet_id = ${id} window newest as (order by version desc)) as kept
    where v.snippet_id = ${id} and v.version = kept.version and kept.place > 1 and (kept.place > ${maxSnippetVersions} or kept.bytes > ${versionBytesMax})`)
}

export async function deleteSnippet(db: Queryable, id: string): Promise<void> {
  await db.run(sql`delete from snippets where id = ${id}`)
}

export async function setFavorite(db: Queryable, userId: string, id: string, isFavorite: boolean): Promise<void> {
  await db.run(
    isFavorite
      ? sql`insert into snippet_favorites (snippet_id, user_id) values (${id}, ${userId}) on conflict do nothing`
      : sql`delete from snippet_favorites where snippet_id = ${id} and user_id = ${userId}`,
  )
}

const versionColumns = sql`
  v.version, v.name, jsonb_build_object('username', u.username, 'primary_email', u.email) as author,
  ${isoTime('v', 'inserted_at')} as inserted_at, octet_length(v.content) as bytes`

export function listVersions(db: Queryable, id: string, { offset, limit }: PageWanted): Promise<SnippetVersion[]> {
  return db.rows(sql`
    select ${versionColumns} from snippet_versions v join users u on u.id = v.author_id where v.snippet_id = ${id}
    order by v.version desc limit ${limit} offset ${offset}`)
}

export function findVersion(db: Queryable, id: string, version: number): Promise<(SnippetVersion & { content: string }) | undefined> {
  return db.first(sql`
    select ${versionColumns}, v.content from snippet_versions v join users u on u.id = v.author_id
    where v.snippet_id = ${id} and v.version = ${version}`)
}

export function listFolders(db: Queryable, viewer: Viewer): Promise<FolderCount[]> {
  return db.rows(sql`
    select array_to_string((string_to_array(s.folder, '/'))[:depth], '/') as folder, s.visibility, count(*)::int as snippets
    from snippets s cross join generate_series(1, cardinality(string_to_array(s.folder, '/'))) as depth
    where ${visible(viewer)} and s.folder <> '' group by 1, 2 order by 2, 1`)
}

/** Gives the number of snippets that were moved. */
export function moveFolder(
  db: Queryable,
  viewer: Viewer,
  { visibility, from, to }: { readonly visibility: SnippetVisibility; readonly from: string; readonly to: string },
): Promise<number> {
  return db.run(sql`
    update snippets s set folder = ltrim(${to} || substr(s.folder, length(${from}) + 1), '/')
    where ${visible(viewer)} and s.visibility = ${visibility} and (s.folder = ${from} or starts_with(s.folder, ${`${from}/`}))`)
}
