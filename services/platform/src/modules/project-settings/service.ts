import type { Addon, PgbouncerConfig, PoolMode, ProjectSettings, SupavisorConfig } from '@colonnade/contracts'
import type { RequestFacts } from '@colonnade/http'
import type { PlatformContext } from '../../context.ts'
import type { ProjectScope } from '../../serve.ts'
import { findPitr } from '../backups/pitr/store.ts'
import { poolLimits } from '../projects/directory.ts'
import { retrieveProject } from '../projects/store.ts'
import { makeApiKeys } from './api-keys.ts'

/** Where projects' APIs are, below the platform's own address. */
const apiPath = '/api'

export async function retrieveSettings(ctx: PlatformContext, { ref }: ProjectScope, request: Pick<RequestFacts, 'origin'>): Promise<ProjectSettings> {
  const { protocol, host } = new URL(ctx.config.publicUrl ?? ownAddress(request.origin))
  return {
    ref,
    app_config: { protocol: protocol.slice(0, -1), endpoint: `${host}${apiPath}/${ref}`, is_served: false },
    service_api_keys: await makeApiKeys(ctx, ref),
  }
}

/** There are no dedicated poolers: all projects share one. */
export function retrievePgbouncer(): PgbouncerConfig {
  return { pgbouncer_enabled: false, pool_mode: null, db_host: null, db_port: null, db_user: 'postgres', db_name: 'postgres' }
}

/** The shared pooler's two ways to the primary, where the user names the project: transactions that take turns first, as the usual one. */
export async function listSupavisor(ctx: PlatformContext, { ref }: ProjectScope, request: Pick<RequestFacts, 'origin'>): Promise<SupavisorConfig[]> {
  const pooler = ctx.pooler()
  if (pooler === null) return []
  // brackets are for URLs
  const { hostname } = new URL(ctx.config.publicUrl ?? ownAddress(request.origin))
  const host = isEverywhere(pooler.host) ? hostname.replace(/^\[|\]$/g, '') : pooler.host
  const user = `postgres.${ref}`
  const { sessions, servers, clients } = poolLimits((await retrieveProject(ctx.database, ref)).compute)
  const way = (pool_mode: PoolMode, port: number, connections: number, most: number): SupavisorConfig => ({
    identifier: ref,
    database_type: 'PRIMARY',
    pool_mode,
    db_host: host,
    db_port: port,
    db_user: user,
    db_name: 'postgres',
    connection_string: `postgresql://${user}:[YOUR-PASSWORD]@${host.includes(':') ? `[${host}]` : host}:${port}/postgres`,
    default_pool_size: connections,
    max_client_conn: most,
  })
  return [way('transaction', pooler.transactionPort, servers, clients), way('session', pooler.sessionPort, sessions, sessions)]
}

/** Those that there are: point-in-time recovery, by the days of its window. */
export async function listAddons({ database }: PlatformContext, { ref }: ProjectScope): Promise<{ selected_addons: Addon[] }> {
  const pitr = await findPitr(database, ref)
  if (pitr === undefined || pitr.state === 'TURNING_OFF') return { selected_addons: [] }
  const { days } = pitr
  return { selected_addons: [{ type: 'pitr', variant: { identifier: `pitr_${days}`, name: `${days} day${days === 1 ? '' : 's'}` } }] }
}

/** Addresses to listen on that are none to connect to. */
function isEverywhere(host: string): boolean {
  return host === '0.0.0.0' || host === '::'
}

/** The Host header is any text that a client likes. */
function ownAddress(origin: string): string {
  return URL.canParse(origin) && new URL(origin).host !== '' ? origin : 'http://localhost'
}
