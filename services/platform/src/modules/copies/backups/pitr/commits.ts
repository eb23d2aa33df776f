import { type Commit, type Moment, targetOf, type WalTable } from '@colonnade/clusters'
import type { PitrCommits, UnnamedTable } from '@colonnade/contracts/copies/pitr'
import { AppError } from '@colonnade/core'
import { withClient } from '@colonnade/pg'
import { sql } from '@colonnade/sql'
import { findStanding, type Standing } from './standing.ts'
import { readLeads } from './reconcile.ts'
import { type Known, wayTo } from './ranges.ts'
import type { Context } from '../context.ts'
import { pitrMessages } from '../messages.ts'

/** Most segments to read for one answer, and most commits to return on each side of the requested time. */
const segmentsMost = 24
const commitsMost = 100

/**
 * Returns the commits around a point in time. Reads the WAL from the second mark before it to the next mark after it, on its timeline,
 * and archives the latest writes first.
 *
 * @throws AppError `moment_not_recoverable`, `backup_damaged`
 */
export async function listCommits(ctx: Context, ref: string, at: string): Promise<PitrCommits> {
  const time = Date.parse(at)
  await ctx.parts.backups.lookAtWindow(ref)
  const { known, leads } = await readLeads({ ...ctx, offsite: ctx.parts.offsite }, ref)
  const way = wayTo(time, leads, known.marks)
  if (way === undefined) throw new AppError('moment_not_recoverable', { at }, { message: pitrMessages.unknown(at) })
  const { lead, until } = way
  const marks = known.marks.filter(({ timeline }) => timeline === lead.timeline || continues(lead.timeline, timeline, known))
  const place = marks.indexOf(until.archived)
  const from = marks[place - 2]
  const upTo = marks[Math.min(marks.length - 1, place + 1)]!
  const { found, named, isWhole } = await readBetween(ctx, ref, lead.timeline, from, upTo)
  // leaves out the mark itself, and other commits that change no user rows
  const commits = found.filter(({ changes, dropped }) => changes.length > 0 || dropped.length > 0)
  const before = commits.filter((commit) => Date.parse(commit.at) <= time)
  const after = commits.filter((commit) => Date.parse(commit.at) > time)
  const shown = [...before.slice(-commitsMost), ...after.slice(0, commitsMost)]
  const tables = await nameTables(ctx, ref, shown, named)
  const standing = await findStanding(ctx.database, ref)
  const knownFrom = isWhole ? (from?.at ?? new Date(lead.from).toISOString()) : (found[0]?.at ?? at)
  // no writes since the last mark
  const knownUntil = upTo === lead.last && lead.until > Date.parse(upTo.at) ? new Date(lead.until).toISOString() : upTo.at
  return {
    starts_at: before.length > commitsMost ? shown[0]!.at : earlier(knownFrom, at),
    ends_at: after.length > commitsMost ? shown.at(-1)!.at : later(knownUntil, at),
    has_more: after.length > commitsMost || upTo !== known.marks.at(-1),
    commits: shown.map((commit) => ({
      at: commit.at,
      is_removing: commit.dropped.length > 0,
      removed: commit.dropped.flatMap(({ database, file }) => {
        const isOwn = foreignOf(commit, lead.major, standing) === null && tables.database === database
        const table = isOwn ? tables.names.get(file) : undefined
        return typeof table === 'string' ? [table] : []
      }),
      changes: commit.changes.flatMap(({ database, file, ...counts }) => {
        const foreign = foreignOf(commit, lead.major, standing) ?? (tables.database === database ? null : 'other_database')
        const table = foreign === null ? tables.names.get(file) : undefined
        // without a name, only Postgres's initial tables are known
        return table === hidden || (foreign !== null && file < firstOwnFile)
          ? []
          : [{ table: table ?? null, unnamed: table === undefined ? (foreign ?? 'gone') : null, ...counts }]
      }),
    })),
  }
}

/** First file number of user objects in Postgres (FirstNormalObjectId). */
const firstOwnFile = 16_384

/** Returns why a commit's table numbers differ from those of the current server; null if they don't. */
function foreignOf({ at }: Commit, major: string | null, { major: majorNow, since }: Standing): UnnamedTable | null {
  if (since !== null && at <= since) return 'before_upgrade'
  return major !== null && majorNow !== null && major !== majorNow ? 'other_version' : null
}

function continues(timeline: number, other: number, { continued }: Known): boolean {
  return other === timeline - 1 && continued.includes(timeline)
}

/**
 * Returns the commits on a timeline between two marks. Starts on the previous timeline if the first mark is there, or with the oldest archived
 * segment without a first mark.
 */
async function readBetween({ clusters }: Context, ref: string, timeline: number, from: Moment | undefined, upTo: Moment) {
  const isOfBefore = from !== undefined && from.timeline !== timeline
  const own = { timeline, after: isOfBefore || from === undefined ? '' : from.segment, upTo: upTo.segment, most: segmentsMost }
  const { commits, tables, isWhole } = await clusters.need(ref, 'backups').commits(ref, own)
  if (!isOfBefore) return { found: commits, named: tables, isWhole }
  const lastOfBefore = from.segment.slice(0, 8) + 'F'.repeat(16)
  const before = await clusters
    .need(ref, 'backups')
    .commits(ref, { timeline: from.timeline, after: from.segment, upTo: lastOfBefore, most: segmentsMost })
  // the first segment of a timeline also contains the writes of the previous one
  const times = new Set(before.commits.map((commit) => commit.at))
  return {
    found: [...before.commits, ...commits.filter((commit) => !times.has(commit.at))],
    // table names of the later timeline win
    named: [...before.tables, ...tables],
    isWhole: isWhole && before.isWhole,
  }
}

function earlier(one: string, other: string): string {
  return Date.parse(one) <= Date.parse(other) ? one : other
}

function later(one: string, other: string): string {
  return Date.parse(one) >= Date.parse(other) ? one : other
}

/** Marks an internal table: a TOAST table, or a table of Postgres or Colonnade. */
const hidden = Symbol('hidden')

/** Returns table names by file: of current tables, and of dropped ones, which only the WAL knows. */
async function nameTables(ctx: Context, ref: string, commits: readonly Commit[], named: readonly WalTable[]) {
  const files = [...new Set(commits.flatMap(({ changes, dropped }) => [...changes, ...dropped].map(({ file }) => file)))]
  const server = targetOf(await ctx.clusters.endpoint(ref), 'administrator')
  return withClient(server, async (client) => {
    const own = await client.first<{ oid: number; administrator: number }>(sql`
      select oid::int8 as oid, current_user::pg_catalog.regrole::pg_catalog.oid::int8 as administrator
      from pg_catalog.pg_database where datname = current_database()`)
    const { oid: database, administrator } = own!
    const schemas = new Set(named.map(({ schema }) => schema))
    const known = await client.rows<{ oid: number; name: string }>(sql`
      select oid::int8 as oid, nspname as name from pg_catalog.pg_namespace where oid::int8 = any (${[...schemas]}::int8[])`)
    const schemaNames = new Map(known.map(({ oid, name }) => [oid, name]))
    const gone = named.flatMap((table) => {
      const schema = schemaNames.get(table.schema)
      if (table.database !== database || schema === undefined) return []
      return [[table.file, table.owner === administrator ? hidden : fullName(schema, table.name)] as const]
    })
    const rows = await client.rows<{ file: number; schema: string; name: string; is_hidden: boolean }>(sql`
      select c.relfilenode::int8 as file, n.nspname as schema, c.relname as name,
        c.relkind = 't' or n.nspname = 'pg_catalog' or c.relowner::int8 = ${administrator} as is_hidden
      from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace where c.relfilenode::int8 = any (${files}::int8[])`)
    const there = rows.map((row) => [row.file, row.is_hidden ? hidden : fullName(row.schema, row.name)] as const)
    return { database, names: new Map<number, string | typeof hidden>([...gone, ...there]) }
  })
}

const fullName = (schema: string, name: string): string => (schema === 'public' ? name : `${schema}.${name}`)
