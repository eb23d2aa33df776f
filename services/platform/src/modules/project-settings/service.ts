import type { Addon, PgbouncerConfig, ProjectSettings, SupavisorConfig } from '@colonnade/contracts'
import type { RequestFacts } from '@colonnade/http'
import type { PlatformContext } from '../../context.ts'
import type { ProjectScope } from '../../serve.ts'
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

/** No pooler runs yet: people connect to the database itself. */
export function retrievePgbouncer(): PgbouncerConfig {
  return { pgbouncer_enabled: false, pool_mode: null, db_host: null, db_port: null, db_user: 'postgres', db_name: 'postgres' }
}

/** None runs yet. */
export function listSupavisor(): SupavisorConfig[] {
  return []
}

/** None can be had yet. */
export function listAddons(): { selected_addons: Addon[] } {
  return { selected_addons: [] }
}

/** The Host header is any text that a client likes. */
function ownAddress(origin: string): string {
  return URL.canParse(origin) && new URL(origin).host !== '' ? origin : 'http://localhost'
}
