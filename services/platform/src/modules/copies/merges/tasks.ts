import { type ClusterEndpoint, type Fleet, logins } from '@colonnade/clusters'
import { RehearsedMigration } from '@colonnade/contracts/copies/merges'
import { type Database, withClient } from '@colonnade/pg'
import { getMigrationsSql, Migration } from '@colonnade/pg-meta'
import { z } from 'zod'
import type { Sleeper } from '../../projects/sleeps/sleeper.ts'
import { lossesOf, readHoldings } from './losses.ts'
import { fingerprintOf, type MergePlan, planMerge } from './plan.ts'
import { applyMigrations, endLeftovers, freshSession, limitWaiting, notRun, rehearseMigrations } from './replay.ts'
import type { ReplayClient } from './replay-client.ts'
import { compareSchemas } from './schema-differences.ts'
import { listSchemaObjects, type SchemaObject } from './schema-objects.ts'
import * as store from './store.ts'
import { messages } from './messages.ts'

/** What a task works with. */
export interface TaskTools {
  readonly clusters: Fleet
  readonly database: Database
  readonly sleeper: Sleeper
  /** Aborts to stop the task where it is. */
  readonly signal: AbortSignal
}

/** Every task is safe to repeat: an interrupted rehearsal starts over. */
export async function rehearseMerge(tools: TaskTools, merge: store.MergeRow): Promise<void> {
  const { clusters, database, signal } = tools
  const { id } = merge
  await awake(tools, merge, async () => {
    await store.recordStep(database, id, 'compare', {})
    const { branch, target, plan } = await readBoth(tools, merge)
    const { ahead, conflicts, pending } = plan
    const fingerprint = fingerprintOf(target.objects, plan)
    const known = { ahead: [...ahead], conflicts: [...conflicts] }
    if (plan.unknown.length > 0) {
      const report = {
        ...known,
        migrations: pending.map(notRun),
        changes: [],
        losses: [],
        left: compareSchemas(target.objects, branch.objects),
        copy: null,
      }
      const versions = plan.unknown.map(({ version }) => version)
      const problem = messages.unrecorded(versions)
      return store.recordRehearsal(database, id, report, fingerprint, problem)
    }
    if (pending.length === 0) {
      const report = { ...known, migrations: [], changes: [], losses: [], left: compareSchemas(target.objects, branch.objects), copy: null }
      return store.recordRehearsal(database, id, report, fingerprint, null)
    }
    await store.recordStep(database, id, 'copy', { ...known, migrations: pending.map(notRun) })
    const begin = performance.now()
    const bytes = await clusters.need(merge.parent_ref, 'machine').size(merge.parent_ref)
    await clusters.need(merge.parent_ref, 'copies').rehearse(merge.parent_ref, (server) => replay(server), { signal })

    async function replay(server: ClusterEndpoint): Promise<void> {
      const copy = { bytes, duration_ms: performance.now() - begin }
      const tell = (done: readonly RehearsedMigration[]): Promise<void> =>
        store.recordStep(database, id, 'replay', { ...known, copy, migrations: [...done, ...pending.slice(done.length).map(notRun)] })
      await tell([])
      await asOwner(server, async (client) => {
        leaveWith(client, signal)
        const before = await readHoldings(client)
        const migrations = await rehearseMigrations(client, pending, tell)
        const objects = await listSchemaObjects(client)
        const report = {
          ...known,
          copy,
          migrations,
          changes: compareSchemas(target.objects, objects),
          losses: lossesOf(before, await readHoldings(client)),
          left: compareSchemas(objects, branch.objects),
        }
        const failed = migrations.find(({ problem }) => problem !== null)
        await store.recordRehearsal(database, id, report, fingerprint, failed === undefined ? null : failureText(failed))
      })
    }
  })
}

const RehearsedMigrations = z.array(RehearsedMigration)

/**
 * Applies a rehearsed merge, unless a branch has changed since. The project's migrations record what was applied, so that an interrupted merge
 * continues where it stopped.
 */
export async function applyMerge(tools: TaskTools, merge: store.MergeRow): Promise<void> {
  const { clusters, database } = tools
  const { id, report, fingerprint } = merge
  await awake(tools, merge, async () => {
    const parent = { ...(await clusters.endpoint(merge.parent_ref)), applicationName: `colonnade merge ${id}` }
    // an interrupted statement may still be running
    await asOwner(parent, endLeftovers)
    const { target, plan } = await readBoth(tools, merge)
    const there = new Set(target.migrations.map(({ version }) => version))
    // rehearsals of older releases are incomplete
    const rehearsed = RehearsedMigrations.parse(report.migrations ?? [])
    const isBegun = merge.is_begun || merge.applied.length > 0 || rehearsed.some(({ version }) => there.has(version))
    if (!isBegun && fingerprintOf(target.objects, plan) !== fingerprint) {
      const problem = messages.outdated
      return store.recordEnd(database, id, 'OUTDATED', problem)
    }
    const authors = new Map(plan.pending.map(({ version, created_by }) => [version, created_by]))
    const applied = rehearsed.map(({ version }) => version).filter((version) => there.has(version))
    const rest = rehearsed
      .filter(({ version }) => !there.has(version))
      .map(({ is_in_transaction: isInTransaction, commits_before: commitsBefore, ...migration }) => ({
        ...migration,
        isInTransaction,
        commitsBefore,
        created_by: authors.get(migration.version) ?? null,
      }))
    await asOwner(parent, async (client) => {
      await applyMigrations(client, rest, {
        begun: () => store.recordBegun(database, id),
        applied: async (versions) => {
          applied.push(...versions)
          await store.recordApplied(database, id, applied)
        },
      })
    })
    await store.recordApplied(database, id, applied)
    await store.recordMerged(database, id)
  })
}

interface Side {
  readonly objects: readonly SchemaObject[]
  readonly migrations: readonly Migration[]
}

async function readBoth(
  { clusters, signal }: TaskTools,
  { branch_ref, parent_ref }: store.MergeRow,
): Promise<{ branch: Side; target: Side; plan: MergePlan }> {
  const [branch, target] = await Promise.all(
    [branch_ref, parent_ref].map(async (ref) =>
      asOwner(await clusters.endpoint(ref), async (client) => {
        leaveWith(client, signal)
        // others may hold locks there for a long time
        await client.client.query(limitWaiting)
        return readSide(client)
      }),
    ),
  )
  return { branch: branch!, target: target!, plan: planMerge(branch!.migrations, target!.migrations) }
}

async function readSide(client: ReplayClient): Promise<Side> {
  const objects = await listSchemaObjects(client)
  const results: unknown = await client.client.query(getMigrationsSql().sql)
  const [{ rows }] = LastResult.parse([results].flat().slice(-1))
  return { objects, migrations: rows }
}

const LastResult = z.tuple([z.object({ rows: z.array(Migration) })])

/** Closes the connection when the task is stopped, so that waiting statements fail. */
function leaveWith({ client }: ReplayClient, signal: AbortSignal): void {
  signal.addEventListener('abort', () => void client.end().catch(() => {}), { once: true })
}

function asOwner<T>(server: ClusterEndpoint & { readonly applicationName?: string }, work: (client: ReplayClient) => Promise<T>): Promise<T> {
  return withClient({ ...server, ...logins.owner }, async (client) => {
    await client.client.query(freshSession)
    return work(client)
  })
}

async function awake(
  { sleeper }: TaskTools,
  { branch_ref, parent_ref }: Pick<store.MergeRow, 'branch_ref' | 'parent_ref'>,
  work: () => Promise<void>,
): Promise<void> {
  const releases: (() => void)[] = []
  try {
    for (const ref of [branch_ref, parent_ref]) releases.push(await sleeper.use(ref, { kind: 'change', what: 'merge' }))
    await work()
  } finally {
    for (const release of releases) release()
  }
}

function failureText(migration: RehearsedMigration): string {
  return messages.failed(migrationText(migration), migration.problem!.message)
}

/** Returns a migration's version and name. */
export function migrationText({ version, name }: Pick<RehearsedMigration, 'version' | 'name'>): string {
  return name === null || name === '' ? version : `${version} “${name}”`
}
