import type { RestSettings, RestSettingsChanges } from '@colonnade/contracts/api/rest-settings'
import { isAllowed } from '@colonnade/contracts/foundation/permissions'
import type { AuditRecorder } from '@colonnade/http'
import type { Transaction } from '@colonnade/pg'
import type { PlatformContext } from '../../../kernel/context.ts'
import { objectTimeoutMs } from '../../../kernel/limits.ts'
import type { Actor, ProjectScope } from '../../../kernel/serve.ts'
import { askServer } from '../../../kernel/servers/ask-server.ts'
import { retrieveJwtSecret } from '../signing-keys/jwt-secret.ts'
import { liveNames, readLive, writeLive } from './live-settings.ts'
import * as store from './store.ts'

/** Returns the settings. Tools with an access token get the secret with them, as they expect. */
export async function retrieveRestSettings(ctx: PlatformContext, { ref, permissions }: ProjectScope, { token }: Actor): Promise<RestSettings> {
  const live = await askServer(ctx.clusters, { ref, deadlineMs: objectTimeoutMs }, readLive)
  const own = await store.findOwnSettings(ctx.database, ref)
  const isSecretShown = token !== undefined && isAllowed(permissions, 'service_keys:read')
  return { ...live, ...merge(own), ...(isSecretShown && { jwt_secret: (await retrieveJwtSecret(ctx, ref)).secret }) }
}

/** Changes settings for new requests. Settings in the database are part of its copies and backups. */
export async function updateRestSettings(
  ctx: PlatformContext,
  scope: ProjectScope,
  actor: Actor,
  changes: RestSettingsChanges,
  audit: AuditRecorder<Transaction>,
): Promise<RestSettings> {
  const { ref, organizationId } = scope
  await ctx.database.transaction(async (tx) => {
    const before = merge(await store.findOwnSettings(tx, ref))
    const { is_enabled = before.is_enabled, allowed_origins = before.allowed_origins, db_pool = before.db_pool } = changes
    if ([changes.is_enabled, changes.allowed_origins, changes.db_pool].some((value) => value !== undefined)) {
      await store.changeOwnSettings(tx, ref, { is_enabled, allowed_origins, db_pool: db_pool === 0 ? null : db_pool })
    }
    await audit(tx, { organizationId, projectRef: ref, details: changes })
    // last: it can't be rolled back with the rest
    if (liveNames.some((name) => changes[name] !== undefined)) {
      await askServer(ctx.clusters, { ref, deadlineMs: objectTimeoutMs }, (server) => writeLive(server, changes))
    }
  })
  return retrieveRestSettings(ctx, scope, actor)
}

const merge = (own: store.OwnSettings | undefined): Pick<RestSettings, 'is_enabled' | 'db_pool' | 'allowed_origins'> => ({
  is_enabled: own?.is_enabled ?? true,
  db_pool: own?.db_pool ?? null,
  allowed_origins: [...(own?.allowed_origins ?? ['*'])],
})
