import { logins } from '@colonnade/clusters'
import { AppError, toAppError } from '@colonnade/core'
import { databaseError, openBatchConnection } from '@colonnade/pg'
import type { RealtimeContext } from '../context.ts'
import { partitionsMs } from '../limits.ts'

/** Makes partitions of messages for the next days in projects that are awake, and drops those that are too old. Wakes nobody. */
export interface Partitions extends AsyncDisposable {
  /** Resolves once a project has today's partitions, or they can't be created now. */
  keep(ref: string): Promise<void>
  /** Looks after all projects that are awake. */
  round(): Promise<void>
}

const { user, database, settings } = logins.realtime
/** Servers that have no schema `realtime` yet: they get it when they start again. */
const isWithout = /^(?:28000|3D000|3F000|42883)$/

export function createPartitions({ projects, clock, logger }: Pick<RealtimeContext, 'projects' | 'clock' | 'logger'>): Partitions {
  /** The day that they were last kept on, for each project that was awake in the last round. */
  let kept = new Map<string, string>()
  const work = new Set<Promise<void>>()

  const keepNow = async (ref: string, today: string): Promise<void> => {
    kept.set(ref, today)
    try {
      const endpoint = (await projects.resolve(ref))?.endpoint ?? null
      if (endpoint === null) throw new AppError('unavailable')
      const connection = await openBatchConnection({ ...endpoint, user, database, settings, applicationName: 'realtime' })
      await connection.run([{ name: '', text: 'select realtime.keep_partitions()', values: [] }]).finally(() => connection.close())
    } catch (thrown) {
      const error = databaseError(thrown)
      if (isWithout.test(String(error.details['sqlstate']))) return
      // until then, messages go to the default partition
      kept.delete(ref)
      logger.info('message partitions not created', { ref, error })
    }
  }
  const keep = async (ref: string): Promise<void> => {
    const today = new Date(clock.now()).toISOString().slice(0, 10)
    if (kept.get(ref) === today) return
    const running = keepNow(ref, today).finally(() => work.delete(running))
    work.add(running)
    await running
  }
  const round = async (): Promise<void> => {
    const awake = await projects.awake()
    kept = new Map(awake.flatMap((ref) => (kept.has(ref) ? [[ref, kept.get(ref)!] as const] : [])))
    for (const ref of awake) await keep(ref)
  }
  const roundQuietly = (): void => void round().catch((error: unknown) => logger.warn('message partitions not checked', { error: toAppError(error) }))
  const timer = setInterval(roundQuietly, partitionsMs).unref()
  return {
    keep,
    round,
    async [Symbol.asyncDispose]() {
      clearInterval(timer)
      await Promise.allSettled(work)
    },
  }
}
