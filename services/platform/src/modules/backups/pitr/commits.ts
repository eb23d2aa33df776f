import { type Commit, logins } from '@colonnade/clusters'
import type { PitrCommits } from '@colonnade/contracts'
import { AppError } from '@colonnade/core'
import { withClient } from '@colonnade/pg'
import { sql } from '@colonnade/sql'
import type { PlatformContext } from '../../../context.ts'
import { findLastClosing } from '../../upgrades/store.ts'
import { readLeads } from './reconcile.ts'
import { wayTo } from './ranges.ts'

/** Segments that are read for one answer, and commits on each side of the moment that are told. */
const segmentsMost = 24
const commitsMost = 20

/**
 * What was committed around a moment, from the WAL between the second mark before it and the one after it. What was written just now is
 * archived first.
 *
 * @throws AppError `moment_not_recoverable`, `backup_damaged`
 */
export async function listCommits(ctx: PlatformContext, ref: string, at: string): Promise<PitrCommits> {
  const time = Date.parse(at)
  await ctx.backups.lookAtWindow(ref)
  const { known, leads } = await readLeads(ctx, ref)
  const way = wayTo(time, leads, known.marks)
  if (way === undefined) throw new AppError('moment_not_recoverable', { at }, { message: `Nothing is known of ${at}` })
  const { timeline } = way.until.archived
  const marks = known.marks.filter((mark) => mark.timeline === timeline)
  const place = marks.findIndex(({ segment }) => segment === way.until.archived.segment)
  const [from, upTo] = [marks[Math.max(0, place - 2)]!, marks[Math.min(marks.length - 1, place + 1)]!]
  const found = await ctx.clusters.backups.commits(ref, { timeline, after: from.segment, upTo: upTo.segment, most: segmentsMost })
  // the mark itself, and others that change no rows of anybody
  const commits = found.filter(({ changes, dropped }) => changes.length > 0 || dropped > 0)
  const before = commits.filter((commit) => Date.parse(commit.at) <= time)
  const after = commits.filter((commit) => Date.parse(commit.at) > time)
  const shown = [...before.slice(-commitsMost), ...after.slice(0, commitsMost)]
  const tables = await nameTables(ctx, ref, shown)
  const upgradedAt = await findLastClosing(ctx.database, ref)
  return {
    starts_at: before.length > commitsMost ? shown[0]!.at : (found[0]?.at ?? from.at),
    ends_at: after.length > commitsMost ? shown.at(-1)!.at : upTo.at,
    commits: shown.map((commit) => ({
      at: commit.at,
      is_removing: commit.dropped > 0,
      changes: commit.changes.flatMap(({ database, file, ...counts }) => {
        // another version has other numbers
        const isOfNow = tables.database === database && (upgradedAt === null || commit.at > upgradedAt)
        const table = isOfNow ? tables.names.get(file) : undefined
        return table === hidden ? [] : [{ table: table ?? null, ...counts }]
      }),
    })),
  }
}

/** Of a table that people do not see: what it holds belongs to another one, or to Postgres. */
const hidden = Symbol('hidden')

async function nameTables(ctx: PlatformContext, ref: string, commits: readonly Commit[]) {
  const files = [...new Set(commits.flatMap(({ changes }) => changes.map(({ file }) => file)))]
  const server = { ...(await ctx.clusters.endpoint(ref)), ...logins.administrator }
  return withClient(server, async (client) => {
    const own = await client.first<{ oid: number }>(sql`select oid::int8 as oid from pg_catalog.pg_database where datname = current_database()`)
    const rows = await client.rows<{ file: number; name: string; is_hidden: boolean }>(sql`
      select c.relfilenode::int8 as file, case n.nspname when 'public' then c.relname else n.nspname || '.' || c.relname end as name,
        c.relkind = 't' or n.nspname = 'pg_catalog' or c.relowner = ${logins.administrator.user}::pg_catalog.regrole as is_hidden
      from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace where c.relfilenode::int8 = any (${files}::int8[])`)
    return { database: own!.oid, names: new Map(rows.map(({ file, name, is_hidden }) => [file, is_hidden ? hidden : name] as const)) }
  })
}
