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
import { isRefusal, obstacleOf, tellable } from './refusals.ts'
import { listSharedObjects } from './shared-objects.ts'
import { administratorOf, asAdministrator, type TransferClient } from './sides.ts'
import { listTables, readSequences, type SourceTable } from './tables.ts'

export interface RehearsalProgress {
  readonly bytes_done: number
  readonly bytes_total: number
  readonly table: string | null
}

export interface TransferPlan {
  /** Whether it is a copy of the project that is brought over. */
  readonly isCopy: boolean
  readonly signal: AbortSignal
  /** Hears of each step as it begins, and how far the rows are. */
  readonly tell: (step: UpgradeStepId, progress: RehearsalProgress | null, report: UpgradeReport) => Promise<void>
  /** Called before each step. */
  readonly failpoint: (step: UpgradeStepId) => void | Promise<void>
}

/** Tables of more bytes are counted, and not read a second time. */
const comparedBytesMax = 1024 ** 3
/** Lines of each side of a difference that are told. */
const dumpLinesMax = 20
/** How often it is told how far the rows are. */
const tellEveryMs = 500

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

/** What is known of each table after its rows went over. */
interface Loaded {
  readonly database: string
  readonly table: SourceTable
  readonly sent: Counted
}

/** What is found and timed on the way of a project to another version, and the way of its content. */
export interface Transfer {
  /** A step begins, and the one before it ends. */
  begin(step: UpgradeStepId): Promise<void>
  /** The last step ends. */
  finish(): void
  note(notes: readonly UpgradeFinding[]): void
  report(): UpgradeReport
  /**
   * Brings everything from one server into an empty one of another version: what pg_dump writes of its structure, and its rows; and compares both.
   * Where something stands in the way it ends early, and the report says so.
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
    const message = (name: string): string => `Its setting ${name} is not taken by the new version: it is left out`
    add({ notes: refused.map(({ subject, name, why }) => ({ subject, message: message(name), detail: why })) })
    await finishDatabases(fresh, databases)
    await begin('compare')
    await compare(old, fresh, databases, loaded, dumps, new Set(refused.map(({ subject, name }) => `${subject}: ${name}`)))
  }

  /** False, and an obstacle, where Postgres refuses. What pg_dump writes of each database is added to what it has written before. */
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
    const tellRows = async (table: SourceTable, bytes: number): Promise<void> => {
      if (performance.now() - toldAt <= tellEveryMs) return
      toldAt = performance.now()
      // the text of rows may be longer than what the table takes
      await tell('rows', { bytes_done: bytesDone + Math.min(bytes, table.bytes), bytes_total: bytesTotal, table: table.name }, report)
    }
    for (const { database, searchPath, tables } of work) {
      await onBoth(old, fresh, database, database, async (source, target) => {
        for (const table of tables) {
          signal.throwIfAborted()
          await tellRows(table, 0)
          const copy = (loader: TransferClient): Promise<Counted> => copyRows(source, loader, table, (bytes) => tellRows(table, bytes), signal)
          try {
            const sent = await asLoader(fresh, database, target, table, searchPath, copy)
            loaded.push({ database, table, sent })
            report = { ...report, tables: report.tables + 1, rows: report.rows + sent.rows }
          } catch (error) {
            signal.throwIfAborted()
            if (!isAppError(error) || !isRefusal(error)) throw error
            const where = typeof error.details['where'] === 'string' ? error.details['where'] : null
            add({ obstacles: [{ subject: `table ${table.name}`, message: `Its rows are refused: ${error.message}`, detail: where }] })
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
          // told apart
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
          add({ obstacles: [{ subject: `sequences of ${name}`, message: 'They do not count from the same values', detail: null }] })
        }
        if ((await sumLargeObjects(source)) !== (await sumLargeObjects(target))) {
          add({ obstacles: [{ subject: `large objects of ${name}`, message: 'They do not have the same content', detail: null }] })
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

/** What pg_dump writes of one and not of the other: it knows kinds of objects that no list of ours has. */
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
  const detail = lines.flatMap((line) => tellable(line) ?? []).join('\n')
  return [{ subject: `database ${database}`, message: 'pg_dump would write it otherwise', detail }]
}

/** The lines of one that the other has not, or not so often. */
function without(lines: readonly string[], others: readonly string[]): string[] {
  const left = new Map<string, number>()
  for (const line of others) left.set(line, (left.get(line) ?? 0) + 1)
  return lines.filter((line) => {
    const count = left.get(line) ?? 0
    left.set(line, count - 1)
    return count <= 0
  })
}

/** What people's code may count on to find its own names. */
async function searchPathOf(source: TransferClient): Promise<string> {
  const row = await source.first<{ path: string }>(sql`
    select substr(entry, strpos(entry, '=') + 1) as path from pg_db_role_setting s cross join unnest(s.setconfig) entry
    where s.setrole = 0 and s.setdatabase = (select oid from pg_database where datname = current_database()) and entry like 'search_path=%'`)
  return row?.path ?? '"$user", public'
}
