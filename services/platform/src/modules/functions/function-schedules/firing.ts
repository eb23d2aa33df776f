import { type Clock, type Logger, toAppError } from '@colonnade/core'
import { createOutbox, type Outbox } from '@colonnade/reconciling'
import type { Database } from '@colonnade/pg'
import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { projectApiUrl } from '../../projects/project-settings/hosts.ts'
import { openEnvironment } from '../edge-functions/environment.ts'
import type { PlatformContext } from '../../../kernel/context.ts'
import type { HasFunctionsService } from '../../../kernel/functions-service.ts'
import type { Bus } from '../../../kernel/news/bus.ts'
import { nextOf } from './cron.ts'
import * as store from './store.ts'
import { messages } from '../messages.ts'

/** This module's part of a context. */
export interface HasFunctionSchedules {
  readonly functionSchedules: Outbox
}

/** Most concurrent calls, of all projects and of one. */
const callsMost = 50
const callsOfProjectMost = 5

/** Timeout for a call without any response; the function's own limits end sooner. */
const answerMs = 160_000

const lookMs = 60_000

export interface FiringParts extends Pick<PlatformContext, 'config' | 'random' | 'secrets'>, HasFunctionsService {
  readonly database: Database
  readonly bus: Bus
  readonly clock: Clock
  readonly logger: Logger
}

/** Calls functions at the times of their schedules. Stores each time before its call, so that each call happens at most once. */
export function createFunctionSchedules({
  database,
  bus,
  clock,
  logger,
  functionsService,
  ...ctx
}: FiringParts): Outbox & { settled(): Promise<void> } {
  const calls = new Map<Promise<void>, string>()
  const call = async (due: store.DueSchedule, at: Date, stopping: AbortSignal): Promise<void> => {
    const outcome = await ask(due, stopping).catch((error: unknown): Pick<store.Outcome, 'status' | 'problem'> => {
      logger.warn('scheduled function not called', { ref: due.ref, slug: due.slug, error: toAppError(error) })
      return { status: null, problem: stopping.aborted ? messages.schedule.serverStopped : messages.schedule.notCalled }
    })
    await store.recordOutcome(database, due.id, at, { ...outcome, durationMs: clock.now() - at.getTime() })
  }
  const ask = async ({ ref, slug, path, body }: store.DueSchedule, stopping: AbortSignal): Promise<Pick<store.Outcome, 'status' | 'problem'>> => {
    const serve = functionsService()
    if (serve === null) return { status: null, problem: messages.schedule.starting }
    const apiUrl = projectApiUrl(ctx.config.publicUrl, 'http://localhost', ref)
    const { SUPABASE_SERVICE_ROLE_KEY: key = '' } = await openEnvironment({ ...ctx, database, clock }, ref, apiUrl)
    const [at, search = ''] = path.split('?', 2)
    const reply = await serve(
      {
        method: 'POST',
        path: `/${slug}${at === '/' ? '' : at}`,
        search,
        headers: {
          'content-type': 'application/json',
          'content-length': String(Buffer.byteLength(body)),
          authorization: `Bearer ${key}`,
          apikey: key,
          'user-agent': 'Colonnade-Schedule',
        },
        publicUrl: `${apiUrl}/functions/v1`,
        body: Readable.from(body === '' ? [] : [Buffer.from(body)]),
        signal: AbortSignal.any([stopping, AbortSignal.timeout(answerMs)]),
      },
      {
        ref,
        role: 'service_role',
        claims: JSON.stringify({ role: 'service_role' }),
        tokenRefusal: null,
        userId: null,
        keyPrefix: 'service_role',
        address: '127.0.0.1',
        requestId: randomUUID(),
      },
    )
    try {
      // reading the response frees the worker
      if (reply.body instanceof Readable) for await (const _chunk of reply.body) continue
    } finally {
      reply.done?.()
    }
    return { status: reply.status, problem: null }
  }
  const take = (now: number): Promise<store.DueSchedule[]> => {
    const busy = [...Map.groupBy(calls.values(), (ref) => ref)].filter(([, own]) => own.length >= callsOfProjectMost).map(([ref]) => ref)
    return database.transaction(async (tx) => {
      const due = await store.lockDue(tx, new Date(now), callsOfProjectMost, busy)
      const taken: store.DueSchedule[] = []
      for (const each of due) {
        try {
          await store.moveOn(tx, each.id, new Date(now), nextOf(each.cron, now))
          taken.push(each)
        } catch (error) {
          await store.switchOff(tx, each.id, toAppError(error).message)
        }
      }
      return taken
    })
  }
  const outbox = createOutbox({
    name: 'function schedules',
    news: bus.subscribe('function_schedules'),
    logger,
    lookMs,
    nextDueMs: () => store.nextDueMs(database, clock.date()),
    async doAll(stopping) {
      while (!stopping.aborted && calls.size < callsMost && functionsService() !== null) {
        const now = clock.now()
        const due = await take(now)
        if (due.length === 0) return
        // a slow function doesn't delay others
        for (const each of due) {
          const under = call(each, new Date(now), stopping)
            .catch((error: unknown) => logger.error('outcome of a scheduled call not kept', { error: toAppError(error) }))
            .finally(() => calls.delete(under))
          calls.set(under, each.ref)
        }
      }
    },
  })
  const settled = async (): Promise<void> => void (await Promise.all(calls.keys()))
  return {
    ...outbox,
    settled,
    async close() {
      await outbox.close()
      await settled()
    },
  }
}
