import type { PgbouncerConfig } from '@colonnade/contracts/connections/dedicated-poolers'
import type { PoolMode } from '@colonnade/contracts/projects/project-settings'
import { AppError } from '@colonnade/core'
import type { AuditRecorder, RequestFacts } from '@colonnade/http'
import type { Queryable, Transaction } from '@colonnade/pg'
import type { PlatformContext } from '../../../kernel/context.ts'
import type { ProjectScope } from '../../../kernel/serve.ts'
import { hostFor, ipv4HostFor } from '../../projects/project-settings/hosts.ts'
import { isTlsRequired } from '../tls-enforcement/store.ts'
import * as store from './store.ts'
import type { Context } from './context.ts'
import { messages } from './messages.ts'

type Audit = AuditRecorder<Transaction>
type Caller = Pick<RequestFacts, 'origin'>

const roleName = 'postgres'
const databaseName = 'postgres'

export async function retrievePooler(ctx: Context, { ref }: ProjectScope, request: Caller): Promise<PgbouncerConfig> {
  const found = await store.findPooler(ctx.database, ref)
  const none = { pool_mode: null, db_host: null, db_port: null, session_port: null, connection_string: null }
  const known = { ...none, db_user: roleName, db_name: databaseName }
  if (found === undefined) return { pgbouncer_enabled: false, state: null, problem: null, ...known }
  const { is_wanted, pool_mode, problem, session_port, transaction_port } = found
  const state = is_wanted ? found.state : 'TURNING_OFF'
  const host = ctx.pooler()?.dedicated.host ?? null
  if (state !== 'ON' || host === null) return { pgbouncer_enabled: false, state, problem, ...known, pool_mode }
  const db_host = ipv4HostFor(host, hostFor(ctx.config.publicUrl, request.origin))
  const db_port = pool_mode === 'session' ? session_port : transaction_port
  return {
    pgbouncer_enabled: true,
    state,
    problem,
    pool_mode,
    db_host,
    db_port,
    session_port,
    db_user: roleName,
    db_name: databaseName,
    connection_string: `postgresql://${roleName}:[YOUR-PASSWORD]@${db_host}:${db_port}/${databaseName}${(await isTlsRequired(ctx.database, ref)) ? '?sslmode=require' : ''}`,
  }
}

/** Returns once it applies. @throws AppError `addon_not_available` if the project has none */
export async function updatePooler(
  ctx: Context,
  scope: ProjectScope,
  { pool_mode }: { readonly pool_mode: PoolMode },
  request: Caller,
  audit: Audit,
): Promise<PgbouncerConfig> {
  const { ref, organizationId } = scope
  await ctx.database.transaction(async (tx) => {
    if (!(await store.choosePoolMode(tx, ref, pool_mode))) {
      throw new AppError('addon_not_available', { ref }, { message: messages.noneYet })
    }
    await audit(tx, { organizationId, projectRef: ref, details: { pool_mode } })
  })
  ctx.parts.dedicatedPoolers.kick(ref)
  await ctx.parts.dedicatedPoolers.idle(ref)
  return retrievePooler(ctx, scope, request)
}

/** Returns why a project can't have a dedicated pooler; null if it can. Spec §9: the free plan uses the shared pooler. */
export async function refusalOf(ctx: Pick<PlatformContext, 'pooler'>, db: Queryable, ref: string): Promise<string | null> {
  const pooler = ctx.pooler()
  if (pooler === null) return messages.noPooler
  if ((await store.findPlan(db, ref)) === 'free') return messages.freePlan
  return pooler.dedicated.host === null ? messages.noIpv4 : null
}

/** Requests the pooler, or its removal; its ports are opened or closed afterwards. */
export async function requestDedicated(ctx: Context, { ref, organizationId }: ProjectScope, isWanted: boolean, audit: Audit): Promise<void> {
  await ctx.database.transaction(async (tx) => {
    await (isWanted ? store.requestPooler(tx, ref) : store.requestPoolerOff(tx, ref))
    await audit(tx, { organizationId, projectRef: ref })
  })
  ctx.parts.dedicatedPoolers.kick(ref)
  // opening is quick; closing waits for clients to end their transactions
  if (isWanted) await ctx.parts.dedicatedPoolers.idle(ref)
}

/** Chore: opens ports that were unavailable, and closes those of deleted projects. */
export function lookAtDedicated(ctx: Context): Promise<void> {
  return ctx.parts.dedicatedPoolers.round()
}
