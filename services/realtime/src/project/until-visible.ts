import { setTimeout as sleep } from 'node:timers/promises'
import type { ProjectDatabases } from './project-databases.ts'
import { visibleMs } from '../limits.ts'

const lookMs = 1

/**
 * Resolves once everybody sees what transactions have done. Postgres streams a commit as soon as it is on the disk, a moment before others see
 * it: whoever asks for its rows then finds none.
 *
 * @throws Error for those that nobody sees in time, as those that a synchronous standby holds up
 */
export async function untilVisible(databases: ProjectDatabases, ref: string, transactions: ReadonlySet<number>): Promise<void> {
  const { run, leave } = await databases.enter(ref)
  try {
    for (const deadline = performance.now() + visibleMs; ;) {
      const [rows] = await run([{ name: 'snapshot', text: 'select pg_catalog.pg_current_snapshot()::text', values: [] }])
      const sees = readSnapshot(rows![0]![0]!)
      if ([...transactions].every(sees)) return
      if (performance.now() > deadline) throw new Error('A committed transaction is not visible yet')
      await sleep(lookMs)
    }
  } finally {
    leave()
  }
}

/** Reads `xmin:xmax:xip,…` (PostgreSQL documentation, 9.28.9): whether a snapshot sees what a transaction did, by the lower half of its id. */
export function readSnapshot(text: string): (transaction: number) => boolean {
  const [, end = '', running = ''] = text.split(':')
  const next = BigInt(end)
  const unfinished = new Set(running.split(',').flatMap((id) => (id === '' ? [] : [Number(BigInt.asUintN(32, BigInt(id)))])))
  const nextHere = Number(BigInt.asUintN(32, next))
  // ids begin again at 0: of two, the later one is less than half of all ahead
  return (transaction) => ((nextHere - transaction) | 0) > 0 && !unfinished.has(transaction)
}
