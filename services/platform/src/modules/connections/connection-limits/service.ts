import type { ConnectionLimits } from '@colonnade/contracts/connections/connection-limits'
import { AppError } from '@colonnade/core'
import type { AuditRecorder } from '@colonnade/http'
import type { Queryable, Transaction } from '@colonnade/pg'
import type { PlatformContext } from '../../../kernel/context.ts'
import type { ProjectScope } from '../../../kernel/serve.ts'
import { type ChosenLimits, limitsOf } from '../../../kernel/servers/pool-limits.ts'
import * as store from './store.ts'

/** Returns the limits in effect, without asking the server. */
export async function retrieveLimits(db: Queryable, ref: string): Promise<ConnectionLimits> {
  const { compute, ...chosen } = await store.findChosen(db, ref)
  return limitsOf(compute, chosen)
}

type LimitsInput = { readonly [Name in keyof ChosenLimits]?: number | null | undefined }

/** Changes the limits for new clients. @throws AppError `invalid_input` for more than the compute size allows */
export async function updateLimits(
  ctx: PlatformContext,
  { ref, organizationId }: ProjectScope,
  input: LimitsInput,
  audit: AuditRecorder<Transaction>,
): Promise<ConnectionLimits> {
  return ctx.database.transaction(async (tx) => {
    const { compute, ...before } = await store.findChosen(tx, ref)
    const chosen: ChosenLimits = {
      pool_size: input.pool_size === undefined ? before.pool_size : input.pool_size,
      max_clients: input.max_clients === undefined ? before.max_clients : input.max_clients,
    }
    const limits = limitsOf(compute, chosen)
    for (const name of ['pool_size', 'max_clients'] as const) {
      const wanted = input[name] ?? null
      const { min, max } = limits[name]
      if (wanted === null || (wanted >= min && wanted <= max)) continue
      const message = `Enter a number from ${min} to ${max} for a server of this size`
      throw new AppError('invalid_input', { issues: [{ path: ['body', name], message }] }, { message: `${name}: ${message}` })
    }
    await store.chooseLimits(tx, ref, chosen)
    await audit(tx, { organizationId, projectRef: ref, details: { ...chosen } })
    return limits
  })
}
