import type { OffsiteReport } from '@colonnade/contracts/copies/offsite'
import { AppError } from '@colonnade/core'
import type { AuditRecorder } from '@colonnade/http'
import type { Transaction } from '@colonnade/pg'
import * as store from './store.ts'
import type { Context } from './context.ts'
import { messages } from './messages.ts'

export async function retrieveReport({ config, database, parts: { offsite } }: Context): Promise<OffsiteReport> {
  const state = await store.retrieveState(database, offsite.target ?? '')
  if (config.offsite === null) return { target: null, is_copying: false, ...state, waiting_backups: 0 }
  const { endpoint, region, bucket, prefix } = config.offsite
  return { target: { endpoint, region, bucket, prefix }, is_copying: offsite.isBusy(), ...state }
}

/** @throws AppError `offsite_not_configured` */
export async function copyNow(ctx: Context, audit: AuditRecorder<Transaction>): Promise<OffsiteReport> {
  if (ctx.parts.offsite.target === null) {
    const message = messages.notConfigured
    throw new AppError('offsite_not_configured', {}, { message })
  }
  await ctx.database.transaction((tx) => audit(tx, { details: { target: ctx.parts.offsite.target } }))
  ctx.parts.offsite.look()
  return retrieveReport(ctx)
}
