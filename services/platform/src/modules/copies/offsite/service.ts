import type { OffsiteReport } from '@colonnade/contracts/copies/offsite'
import { AppError } from '@colonnade/core'
import type { AuditRecorder } from '@colonnade/http'
import type { Transaction } from '@colonnade/pg'
import type { PlatformContext } from '../../../context.ts'
import * as store from './store.ts'

export async function retrieveReport({ config, database, offsite }: PlatformContext): Promise<OffsiteReport> {
  const state = await store.retrieveState(database, offsite.target ?? '')
  if (config.offsite === null) return { target: null, is_copying: false, ...state, waiting_backups: 0 }
  const { endpoint, region, bucket, prefix } = config.offsite
  return { target: { endpoint, region, bucket, prefix }, is_copying: offsite.isBusy(), ...state }
}

/** @throws AppError `offsite_not_configured` */
export async function copyNow(ctx: PlatformContext, audit: AuditRecorder<Transaction>): Promise<OffsiteReport> {
  if (ctx.offsite.target === null) {
    const message = 'This installation copies nothing off-site: set COLONNADE_S3_BUCKET where the platform is started'
    throw new AppError('offsite_not_configured', {}, { message })
  }
  await ctx.database.transaction((tx) => audit(tx, { details: { target: ctx.offsite.target } }))
  ctx.offsite.look()
  return retrieveReport(ctx)
}
