import type { PoolMode, ProjectSettings, SupavisorConfig } from '@colonnade/contracts/projects/project-settings'
import type { RequestFacts } from '@colonnade/http'
import type { PlatformContext } from '../../../kernel/context.ts'
import type { ProjectScope } from '../../../kernel/serve.ts'
import { retrieveLimits } from '../../connections/connection-limits/service.ts'
import { makeLegacyKeys } from '../../api/api-keys/legacy-keys.ts'
import { findPublishableKey } from '../../api/api-keys/project-keys.ts'
import { isTlsRequired } from '../../connections/tls-enforcement/store.ts'
import { loadProject } from '../projects/journal.ts'
import { apiPath, hostFor, ownAddress, reachableHost } from './hosts.ts'

export async function retrieveSettings(ctx: PlatformContext, { ref }: ProjectScope, request: Pick<RequestFacts, 'origin'>): Promise<ProjectSettings> {
  const { protocol, host } = new URL(ctx.config.publicUrl ?? ownAddress(request.origin))
  const legacy = await makeLegacyKeys(ctx, ref)
  const project = await loadProject(ctx.database, ref)
  return {
    ref,
    app_config: { protocol: protocol.slice(0, -1), endpoint: `${host}${apiPath}/${ref}`, is_served: project?.driver !== 'external' },
    service_api_keys: legacy.map(({ name, text }) => ({ name, api_key: text, tags: name })),
    publishable_key: await findPublishableKey(ctx, ref),
  }
}

/** Connection strings of the shared pooler, where the user names the project: transaction mode first, as the default. */
export async function listSupavisor(ctx: PlatformContext, { ref }: ProjectScope, request: Pick<RequestFacts, 'origin'>): Promise<SupavisorConfig[]> {
  const pooler = ctx.pooler()
  if (pooler === null) return []
  const host = reachableHost(pooler.host, hostFor(ctx.config.publicUrl, request.origin))
  const user = `postgres.${ref}`
  const { sessions, pool_size, max_clients } = await retrieveLimits(ctx.database, ref)
  const is_tls_required = await isTlsRequired(ctx.database, ref)
  const way = (pool_mode: PoolMode, port: number, connections: number, most: number): SupavisorConfig => ({
    identifier: ref,
    database_type: 'PRIMARY',
    pool_mode,
    db_host: host,
    db_port: port,
    db_user: user,
    db_name: 'postgres',
    connection_string: `postgresql://${user}:[YOUR-PASSWORD]@${host.includes(':') ? `[${host}]` : host}:${port}/postgres${is_tls_required ? '?sslmode=require' : ''}`,
    is_tls_required,
    default_pool_size: connections,
    max_client_conn: most,
  })
  return [way('transaction', pooler.transactionPort, pool_size.value, max_clients.value), way('session', pooler.sessionPort, sessions, sessions)]
}
