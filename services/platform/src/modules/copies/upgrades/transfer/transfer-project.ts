import type { ClusterEndpoint } from '@colonnade/clusters'
import type { UpgradeFinding, UpgradeReport, UpgradeStepId } from '@colonnade/contracts/copies/upgrades'
import { isAppError } from '@colonnade/core'
import { dumpSchema } from '@colonnade/pg'
import { sql } from '@colonnade/sql'
import { compareSchemas } from '../../merges/schema-differences.ts'
import { listSchemaObjects } from '../../merges/schema-objects.ts'
import { checkDatabase } from '../checks.ts'
import { finishDatabases, listDatabases, makeDatabases, type SourceDatabase } from './databases.ts'
import { membersOfExtensions, ownExtensions } from './extensions.ts'
import { copyLargeObjects, sumLargeObjects } from './large-objects.ts'
import { openStructureLoader, RefusedStatement, type StructureLoader } from './load-structure.ts'
import { makeRoles, settleRoles } from './roles.ts'
import { asLoader, copyRows, type Counted, countOnly, countRows, countUnordered, setSequences } from './rows.ts'
import { isRefusal, obstacleOf, safeToShow } from './refusals.ts'
import { listSharedObjects } from './shared-objects.ts'
import { administratorOf, asAdministrator, type TransferClient } from './sides.ts'
import { listTables, readSequences, type SourceTable } from './tables.ts'
import { findings } from '../messages.ts'

export interface RehearsalProgress {
  readonly bytes_done: number
  readonly bytes_total: number
  readonly table: string | null
}

export interface TransferPlan {
  /** True for a copy of the project. */
  readonly isCopy: boolean
  readonly signal: AbortSignal
  /** Called as each step begins, and with the progress of rows. */
  readonly tell: (step: UpgradeStepId, progress: RehearsalProgress | null, report: UpgradeReport) => Promise<void>
  /** Called before each step. */
  readonly failpoint: (step: UpgradeStepId) => void | Promise<void>
}

/** Larger tables, in bytes, are only counted, not read a second time. */
const comparedBytesMax = 1024 ** 3
/** Most reported lines on each side of a difference. */
const dumpLinesMax = 20
/** Interval between reports of the rows' progress. */
const reportEveryMs = 500

export const emptyReport: UpgradeReport = {
  steps: [],
  bytes: 0,
  tables: 0,
  rows: 0,
  large_objects: 0,
  tables_compared: 0,
  obstacles: [],
  notes: [],
  extensions: [],
  differing_tables: [],
  differences: [],
}

/** A table after its rows were copied. */
interface Loaded {
  readonly database: string
  readonly table: SourceTable
  readonly sent: Counted
}

/** Migrates a project's content to another version, and reports what it finds and how long each step takes. */
export interface Transfer {
  /** Starts a step, and ends the one before it. */
  begin(step: UpgradeStepId): Promise<void>
  /** Ends the last step. */
  finish(): void
  note(notes: readonly UpgradeFinding[]): void
  report(): UpgradeReport
  /**
   * Migrates everything from one server to an empty one of another version: the structure from pg_dump, and the rows; then compares both.
   * Stops early at an obstacle, which the report contains.
   */
  run(old: ClusterEndpoint, fresh: ClusterEndpoint): Promise<void>
}

export function createTransfer({ isCopy, signal, tell, failpoint }: TransferPlan, found: UpgradeReport = emptyReport): Transfer {
  let report = found
  let current: { readonly id: UpgradeStepId; readonly begin: number } | undefined
  const finish = (): void => {
    if (current === undefined) return
    const { id, begin: begun } = current
    report = { ...report, steps: [...report.steps.filter((one) => one.id !== id), { id, duration_ms: Math.round(performance.now() - begun) }] }
    current = undefined
  }
  const begin = async (id: UpgradeStepId): Promise<void> => {
    finish()
    signal.throwIfAborted()
    await failpoint(id)
    await tell(id, null, report)
    current = { id, begin: performance.now() }
  }
  const add = (more: { readonly obstacles?: readonly UpgradeFinding[]; readonly notes?: readonly UpgradeFinding[] }): void => {
    report = { ...report, obstacles: [...report.obstacles, ...(more.obstacles ?? [])], notes: [...report.notes, ...(more.notes ?? [])] }
  }
  return { begin, finish, note: (notes) => add({ notes }), report: () => report, run: transfer }

  async function transfer(old: ClusterEndpoint, fresh: ClusterEndpoint): Promise<void> {
    await begin('check')
    const databases = await listDatabases(old)
    report = { ...report, bytes: databases.reduce((sum, { bytes }) => sum + bytes, 0) }
    for (const { name } of databases) {
      const found = await onBoth(old, fresh, name, 'template1', (source, target) => checkDatabase(source, target, name, isCopy))
      add(found)
      // most are in several databases
      const isKnown = ({ name, before }: { name: string; before: string }): boolean =>
        report.extensions.some((one) => one.name === name && one.before === before)
      report = { ...report, extensions: [...report.extensions, ...found.extensions.filter((one) => !isKnown(one))] }
    }
    if (report.obstacles.length > 0) return
    await begin('roles')
    await makeRoles(old, fresh)
    await makeDatabases(fresh, databases)
    await begin('structure')
    const dumps = new Map<string, string>()
    await using opened = new AsyncDisposableStack()
    const loaders = new Map<string, StructureLoader>()
    for (const { name } of databases) loaders.set(name, opened.use(await openStructureLoader(old, fresh, name, signal)))
    if (!(await loadSections(old, loaders, 'pre-data', dumps))) return
    for (const { name } of databases) await onBoth(old, fresh, name, name, ownExtensions)
    await begin('rows')
    const loaded = await loadRows(old, fresh, databases)
    if (report.obstacles.length > 0) return
    await begin('indexes')
    if (!(await loadSections(old, loaders, 'post-data', dumps))) return
    await begin('analyze')
    for (const loader of loaders.values()) await loader.analyze()
    await begin('settings')
    for (const loader of loaders.values()) await loader.settle()
    const refused = await settleRoles(old, fresh)
    const message = (name: string): string => findings.setting(name)
    add({ notes: refused.map(({ subject, name, why }) => ({ subject, message: message(name), detail: why })) })
    await finishDatabases(fresh, databases)
    await begin('compare')
    await compare(old, fresh, databases, loaded, dumps, new Set(refused.map(({ subject, name }) => `${subject}: ${name}`)))
  }

  /** Returns false and reports an obstacle if Postgres rejects something. Collects pg_dump's output of each database. */
  async function loadSections(
    old: ClusterEndpoint,
    loaders: ReadonlyMap<string, StructureLoader>,
    section: 'pre-data' | 'post-data',
    dumps: Map<string, string>,
  ): Promise<boolean> {
    for (const [name, loader] of loaders) {
      const text = await dumpSchema(administratorOf(old, name), section, signal)
      dumps.set(name, `${dumps.get(name) ?? ''}${text}\n`)
      try {
        await loader.load(text)
      } catch (thrown) {
        if (!(thrown instanceof RefusedStatement)) throw thrown
        if (!isRefusal(thrown.error)) throw thrown.error
        add({ obstacles: [obstacleOf(name, thrown)] })
        return false
      }
    }
    return true
  }

  async function loadRows(old: ClusterEndpoint, fresh: ClusterEndpoint, databases: readonly SourceDatabase[]): Promise<Loaded[]> {
    const loaded: Loaded[] = []
    const work: { readonly database: string; readonly searchPath: string; readonly tables: SourceTable[] }[] = []
    for (const { name } of databases) {
      work.push(
        await asAdministrator(old, name, async (source) => ({
          database: name,
          searchPath: await searchPathOf(source),
          tables: await listTables(source),
        })),
      )
    }
    const bytesTotal = work.flatMap(({ tables }) => tables).reduce((sum, { bytes }) => sum + bytes, 0)
    let bytesDone = 0
    let toldAt = 0
    const reportRows = async (table: SourceTable, bytes: number): Promise<void> => {
      if (performance.now() - toldAt <= reportEveryMs) return
      toldAt = performance.now()
      // rows as text may be larger than the table
      await tell('rows', { bytes_done: bytesDone + Math.min(bytes, table.bytes), bytes_total: bytesTotal, table: table.name }, report)
    }
    for (const { database, searchPath, tables } of work) {
      await onBoth(old, fresh, database, database, async (source, target) => {
        for (const table of tables) {
          signal.throwIfAborted()
          await reportRows(table, 0)
          const copy = (loader: TransferClient): Promise<Counted> => copyRows(source, loader, table, (bytes) => reportRows(table, bytes), signal)
          try {
            const sent = await asLoader(fresh, database, target, table, searchPath, copy)
            loaded.push({ database, table, sent })
            report = { ...report, tables: report.tables + 1, rows: report.rows + sent.rows }
          } catch (error) {
            signal.throwIfAborted()
            if (!isAppError(error) || !isRefusal(error)) throw error
            const where = typeof error.details['where'] === 'string' ? error.details['where'] : null
            add({ obstacles: [{ subject: `table ${table.name}`, message: findings.rowsRefused(error.message), detail: where }] })
          }
          bytesDone += table.bytes
        }
        await setSequences(target, await readSequences(source))
        report = { ...report, large_objects: report.large_objects + (await copyLargeObjects(source, target, signal)) }
      })
    }
    return loaded
  }

  async function isSameUnordered(source: TransferClient, target: TransferClient, table: SourceTable): Promise<boolean> {
    return (await countUnordered(source, table, signal)).sum === (await countUnordered(target, table, signal)).sum
  }

  async function compare(
    old: ClusterEndpoint,
    fresh: ClusterEndpoint,
    databases: readonly SourceDatabase[],
    loaded: readonly Loaded[],
    dumps: ReadonlyMap<string, string>,
    refused: ReadonlySet<string>,
  ): Promise<void> {
    const shared = compareSchemas(await listSharedObjects(old), await listSharedObjects(fresh))
    report = { ...report, differences: [...report.differences, ...shared.filter(({ name }) => !refused.has(name))] }
    for (const { name } of databases) {
      add({ notes: await compareDumps(old, dumps.get(name)!, fresh, name, signal) })
      await onBoth(old, fresh, name, name, async (source, target) => {
        const differences = compareSchemas(await listSchemaObjects(source), await listSchemaObjects(target)).filter(
          // reported separately
          ({ kind, before }) => kind !== 'extension' && !(kind === 'index' && before?.endsWith('\ninvalid') === true),
        )
        report = { ...report, differences: [...report.differences, ...differences] }
        for (const { table, sent } of loaded.filter(({ database }) => database === name)) {
          const isCompared = table.bytes <= comparedBytesMax
          const found = isCompared ? await countRows(target, table, signal) : { rows: await countOnly(target, table, signal), sum: sent.sum }
          if (isCompared) report = { ...report, tables_compared: report.tables_compared + 1 }
          if (found.rows === sent.rows && (found.sum === sent.sum || (await isSameUnordered(source, target, table)))) continue
          const different = { table: table.name, rows_before: sent.rows, rows_after: found.rows }
          report = { ...report, differing_tables: [...report.differing_tables, different] }
        }
        if (JSON.stringify(await readSequences(source)) !== JSON.stringify(await readSequences(target))) {
          add({ obstacles: [{ subject: `sequences of ${name}`, message: findings.sequences, detail: null }] })
        }
        if ((await sumLargeObjects(source)) !== (await sumLargeObjects(target))) {
          add({ obstacles: [{ subject: `large objects of ${name}`, message: findings.largeObjects, detail: null }] })
        }
      })
    }
  }
}

function onBoth<T>(
  old: ClusterEndpoint,
  fresh: ClusterEndpoint,
  source: string,
  target: string,
  work: (source: TransferClient, target: TransferClient) => Promise<T>,
): Promise<T> {
  return asAdministrator(old, source, (from) => asAdministrator(fresh, target, (to) => work(from, to)))
}

/** Compares the output of pg_dump, which knows kinds of objects that our own lists lack. */
async function compareDumps(
  old: ClusterEndpoint,
  text: string,
  fresh: ClusterEndpoint,
  database: string,
  signal: AbortSignal,
): Promise<UpgradeFinding[]> {
  const dump = (section: 'pre-data' | 'post-data'): Promise<string> => dumpSchema(administratorOf(fresh, database), section, signal)
  const own = (await Promise.all([dump('pre-data'), dump('post-data')])).join('\n')
  const linesOf = async (server: ClusterEndpoint, written: string): Promise<string[]> => {
    const members = new Set(await asAdministrator(server, database, membersOfExtensions))
    const isOfMember = (line: string): boolean => members.has(/^(?:GRANT|REVOKE) .+? ON FUNCTION (.+?\()/.exec(line)?.[1] ?? '')
    return written.split('\n').filter((line) => line !== '' && !line.startsWith('--') && !isOfMember(line))
  }
  const [before, after] = [await linesOf(old, text), await linesOf(fresh, own)]
  const [gone, come] = [without(before, after), without(after, before)]
  if (gone.length + come.length === 0) return []
  const lines = [...gone.slice(0, dumpLinesMax).map((line) => `- ${line}`), ...come.slice(0, dumpLinesMax).map((line) => `+ ${line}`)]
  const detail = lines.flatMap((line) => safeToShow(line) ?? []).join('\n')
  return [{ subject: `database ${database}`, message: findings.dumpDiffers, detail }]
}

/** Returns the lines of the first that the second lacks, or has less often. */
function without(lines: readonly string[], others: readonly string[]): string[] {
  const left = new Map<string, number>()
  for (const line of others) left.set(line, (left.get(line) ?? 0) + 1)
  return lines.filter((line) => {
    const count = left.get(line) ?? 0
    left.set(line, count - 1)
    return count <= 0
  })
}

/** Search path that user code may rely on. */
async function searchPathOf(source: TransferClient): Promise<string> {
  const row = await source.first<{ path: string }>(sql`
    select substr(entry, strpos(entry, '=') + 1) as path from pg_db_role_setting s cross join unnest(s.setconfig) entry
    where s.setrole = 0 and s.setdatabase = (select oid from pg_database where datname = current_database()) and entry like 'search_path=%'`)
  return row?.path ?? '"$user", public'
}
