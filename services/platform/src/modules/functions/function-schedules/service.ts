import {
  type FunctionSchedule,
  functionSchedulesMost,
  type ScheduleChanges,
  type ScheduleInput,
} from '@colonnade/contracts/functions/function-schedules'
import { AppError } from '@colonnade/core'
import type { AuditRecorder } from '@colonnade/http'
import type { Queryable, Transaction } from '@colonnade/pg'
import type { PlatformContext } from '../../../kernel/context.ts'
import type { ProjectScope } from '../../../kernel/serve.ts'
import { nextOf } from './cron.ts'
import * as store from './store.ts'
import { messages } from '../messages.ts'

interface Change {
  readonly ctx: Pick<PlatformContext, 'database' | 'clock'>
  readonly scope: ProjectScope
  readonly audit: AuditRecorder<Transaction>
}

export function listSchedules({ database }: Pick<PlatformContext, 'database'>, { ref }: ProjectScope): Promise<FunctionSchedule[]> {
  return store.listSchedules(database, ref)
}

/** @throws AppError `invalid_input`, `function_not_found`, `too_many_function_schedules` */
export async function createSchedule({ ctx, scope, audit }: Change, input: ScheduleInput): Promise<FunctionSchedule> {
  const { ref, organizationId } = scope
  const { function_slug: slug, cron, path, body, is_enabled: isEnabled } = input
  const nextAt = nextOf(cron, ctx.clock.now())
  return ctx.database.transaction(async (tx) => {
    await store.lockSchedules(tx, ref)
    if ((await store.listSchedules(tx, ref)).length >= functionSchedulesMost) {
      const message = messages.tooManySchedules(functionSchedulesMost)
      throw new AppError('too_many_function_schedules', { max: functionSchedulesMost }, { message })
    }
    const id = await store.insertSchedule(tx, ref, slug, { cron, path, body, isEnabled, nextAt })
    if (id === undefined) throw new AppError('function_not_found', { slug })
    await audit(tx, { organizationId, projectRef: ref, details: { id, slug, cron, path, is_enabled: isEnabled } })
    return requireSchedule(tx, ref, id)
  })
}

/** @throws AppError `invalid_input`, `function_schedule_not_found` */
export async function changeSchedule({ ctx, scope, audit }: Change, id: string, changes: ScheduleChanges): Promise<FunctionSchedule> {
  const { ref, organizationId } = scope
  return ctx.database.transaction(async (tx) => {
    await store.lockSchedules(tx, ref)
    const before = await requireSchedule(tx, ref, id)
    const { cron = before.cron, path = before.path, body = before.body, is_enabled: isEnabled = before.is_enabled } = changes
    await store.changeSchedule(tx, id, { cron, path, body, isEnabled, nextAt: nextOf(cron, ctx.clock.now()) })
    await audit(tx, { organizationId, projectRef: ref, details: { id, slug: before.function_slug, cron, path, is_enabled: isEnabled } })
    return requireSchedule(tx, ref, id)
  })
}

/** @throws AppError `function_schedule_not_found` */
export async function deleteSchedule({ ctx, scope: { ref, organizationId }, audit }: Change, id: string): Promise<FunctionSchedule> {
  return ctx.database.transaction(async (tx) => {
    await store.lockSchedules(tx, ref)
    const before = await requireSchedule(tx, ref, id)
    await store.deleteSchedule(tx, id)
    await audit(tx, { organizationId, projectRef: ref, details: { id, slug: before.function_slug, cron: before.cron } })
    return before
  })
}

async function requireSchedule(db: Queryable, ref: string, id: string): Promise<FunctionSchedule> {
  const [found] = await store.listSchedules(db, ref, id)
  if (found === undefined) throw new AppError('function_schedule_not_found', { id })
  return found
}
