import type { NetworkRestrictions } from '@colonnade/contracts/connections/network-restrictions'
import { AppError } from '@colonnade/core'
import type { AuditRecorder, RequestFacts } from '@colonnade/http'
import type { Queryable, Transaction } from '@colonnade/pg'
import type { PlatformContext } from '../../../kernel/context.ts'
import type { ProjectScope } from '../../../kernel/serve.ts'
import { admits, plainAddress } from './admits.ts'
import * as store from './store.ts'

type Caller = Pick<RequestFacts, 'address'>

export async function retrieveNetworks(ctx: PlatformContext, { ref }: ProjectScope, { address }: Caller): Promise<NetworkRestrictions> {
  return { networks: await store.findNetworks(ctx.database, ref), own_address: plainAddress(address) }
}

/** Applies to new connections. */
export async function updateNetworks(
  ctx: PlatformContext,
  scope: ProjectScope,
  { networks }: { readonly networks: readonly string[] | null },
  caller: Caller,
  audit: AuditRecorder<Transaction>,
): Promise<NetworkRestrictions> {
  const { ref, organizationId } = scope
  await ctx.database.transaction(async (tx) => {
    await store.setNetworks(tx, ref, networks && [...new Set(networks)])
    await audit(tx, { organizationId, projectRef: ref, details: { networks } })
  })
  return retrieveNetworks(ctx, scope, caller)
}

/** @throws AppError `address_not_allowed` for a pooler client outside of the project's networks */
export async function refuseStrangers(db: Queryable, ref: string, address: string): Promise<void> {
  const networks = await store.findNetworks(db, ref)
  if (networks === null || admits(networks, address)) return
  throw new AppError('address_not_allowed', { ref }, { message: `project ${ref} does not allow connections from ${plainAddress(address)}` })
}
