import { sampleConcurrency, usageEventsKeptDays, usagePresenceGapMs } from '../../../../kernel/limits.ts'
import { sumBackups } from '../../../copies/backups/store.ts'
import { collectActiveUsers } from './active-users.ts'
import { recordTransformedImages } from './monthly-counts.ts'
import * as store from './store.ts'
import type { Context } from '../context.ts'

const hourMs = 3_600_000
/** What was missed longer ago is not made up for. */
const catchUpMs = 31 * 24 * hourMs

/**
 * One round: reads the counters, measures sizes once an hour, and closes hours that are over. Each part is one transaction whose rows have
 * their interval in their key: cut off anywhere and done again, nothing is lost and nothing counted twice. Nobody is woken.
 */
export async function collectUsage(ctx: Context): Promise<void> {
  const now = ctx.clock.date()
  const hour = new Date(Math.floor(now.getTime() / hourMs) * hourMs)
  await store.recordPresence(ctx.database, now, usagePresenceGapMs)
  await collectCounters(ctx)
  await measureSizes(ctx, hour)
  await closeHours(ctx, hour)
}

/** Collects the traffic of the pooler and the services, and calls, since the last read. */
export async function collectCounters(ctx: Context): Promise<void> {
  const {
    parts: { calls, fileCounts, realtimeCounts },
    clock,
    database,
  } = ctx
  const readings: store.CounterReading[] = []
  const pooler = ctx.pooler()
  if (pooler !== null) {
    for (const ref of pooler.served()) {
      const { since, bytesToClients } = pooler.statistics(ref)
      readings.push({ ref, metric: 'egress', since, quantity: bytesToClients })
    }
  }
  for (const [ref, count] of calls.list()) {
    readings.push({ ref, metric: 'api_calls', since: calls.since, quantity: count.calls })
    readings.push({ ref, metric: 'sql_runs', since: calls.since, quantity: count.sqlRuns })
  }
  for (const [ref, quantity] of fileCounts.listSent()) readings.push({ ref, metric: 'storage_egress', since: fileCounts.since, quantity })
  for (const [ref, quantity] of realtimeCounts.listMessages())
    readings.push({ ref, metric: 'realtime_message_count', since: realtimeCounts.since, quantity })
  await store.recordCounters(
    database,
    clock.date(),
    readings.filter(({ quantity }) => quantity > 0),
  )
  await realtimeCounts.takePeaks((peaks) => store.recordRealtimePeaks(database, clock.date(), peaks))
  await fileCounts.takeTransformed((transformed) => database.transaction((tx) => recordTransformedImages(tx, clock.date(), transformed)))
}

async function measureSizes(ctx: Context, hour: Date): Promise<void> {
  const waiting = await store.listUnmeasured(ctx.database, hour)
  while (waiting.length > 0) {
    const measured = await Promise.all(waiting.splice(0, sampleConcurrency).map((source) => measure(ctx, source)))
    const readings = measured.filter((reading) => reading !== null)
    if (readings.length > 0) await store.recordSizes(ctx.database, hour, readings)
  }
}

/** Null without files; checked again later. */
async function measure(ctx: Context, { ref, is_replica: isReplica }: { ref: string; is_replica: boolean }): Promise<store.SizeReading | null> {
  const {
    clusters,
    database,
    logger,
    parts: { storedFiles },
  } = ctx
  try {
    const disk = await clusters.need(ref, 'machine').size(ref)
    if (isReplica) return { ref, disk, backups: null, files: null }
    await collectActiveUsers(ctx, ref)
    const [backups, { bytes: archive }, files] = await Promise.all([
      sumBackups(database, ref),
      clusters.need(ref, 'backups').measureWal(ref),
      // files may be in another place, which may be away
      storedFiles.measure(ref).catch((error: unknown) => {
        logger.debug('files not measured', { ref, error })
        return null
      }),
    ])
    return { ref, disk, backups: backups + archive, files }
  } catch (error) {
    logger.debug('sizes not measured', { ref, error })
    return null
  }
}

async function closeHours(ctx: Context, hour: Date): Promise<void> {
  await ctx.database.transaction(async (tx) => {
    const done = await store.lockHours(tx, hour)
    if (done.getTime() >= hour.getTime()) return
    const since = new Date(Math.max(done.getTime(), hour.getTime() - catchUpMs))
    await store.lockAddons(tx)
    await store.fillSizes(tx, since, hour)
    await store.recordHours(tx, since, hour)
    await store.markHours(tx, hour)
  })
}

export function pruneUsage({ clock, database }: Context): Promise<void> {
  return store.pruneEvents(database, new Date(clock.now() - usageEventsKeptDays * 24 * hourMs))
}
