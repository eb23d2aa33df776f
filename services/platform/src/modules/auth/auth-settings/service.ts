import {
  type AuthConfig,
  type AuthConfigChanges,
  type AuthOverview,
  authSettingNames,
  type AuthSettings,
  completeAuthSettings,
  isSecretSetting,
  secretSettingNames,
} from '@colonnade/contracts/auth/auth-settings'
import { isAllowed } from '@colonnade/contracts/foundation/permissions'
import { AppError } from '@colonnade/core'
import type { AuditRecorder } from '@colonnade/http'
import type { Queryable, Transaction } from '@colonnade/pg'
import type { PlatformContext } from '../../../kernel/context.ts'
import type { Actor, ProjectScope } from '../../../kernel/serve.ts'
import { applyChanges, hashSecret, keptOf, requireSensible } from './changes.ts'
import { openAuthSettings, sealSecrets } from './kept-settings.ts'
import * as store from './store.ts'

type Context = Pick<PlatformContext, 'database' | 'secrets'>
type OverviewContext = Context & { readonly config: Pick<PlatformContext['config'], 'leakedPasswordsFile'> }

interface Known {
  readonly revision: number
  readonly settings: AuthSettings
}

/** Shows hashes of secrets to members who can change them. */
export async function retrieveAuthSettings(ctx: Context, scope: ProjectScope): Promise<AuthConfig> {
  return show(scope, await read(ctx, ctx.database, scope.ref))
}

export async function retrieveAuthOverview(ctx: OverviewContext, { ref }: ProjectScope): Promise<AuthOverview> {
  const changes = await store.listChanges(ctx.database, ref)
  const { revision, settings } = await read(ctx, ctx.database, ref)
  const values = Object.fromEntries(authSettingNames.filter((name) => !isSecretSetting(name)).map((name) => [name, settings[name]]))
  const secrets = Object.fromEntries(secretSettingNames.map((name) => [name, settings[name] !== '']))
  return { revision, values, secrets, changes, leaked_passwords: ctx.config.leakedPasswordsFile === null ? 'service' : 'file' }
}

interface Update {
  readonly ctx: Context
  readonly scope: ProjectScope
  readonly actor: Actor
  readonly headers: { readonly 'if-match'?: string | undefined }
  readonly audit: AuditRecorder<Transaction>
  readonly unchanged: () => void
}

/**
 * Changes some settings; services are notified when the transaction ends.
 *
 * @throws AppError `auth_settings_changed`, with the current settings in `details.current`, if their revision differs from If-Match;
 * `invalid_input` if they conflict with each other
 */
export async function updateAuthSettings({ ctx, scope, actor, headers, audit, unchanged }: Update, changes: AuthConfigChanges): Promise<AuthConfig> {
  const { ref, organizationId } = scope
  return ctx.database.transaction(async (tx) => {
    await store.lockKeptSettings(tx, ref)
    const known = await read(ctx, tx, ref)
    const expected = /\d+/.exec(headers['if-match'] ?? '')
    if (expected !== null && Number(expected[0]) !== known.revision) throw new AppError('auth_settings_changed', { current: show(scope, known) })
    const { after, changed } = applyChanges(ref, known.settings, changes)
    if (changed.length === 0) {
      unchanged()
      return show(scope, known)
    }
    requireSensible(after, changed)
    const kept = keptOf(after)
    await store.changeKeptSettings(tx, ref, { settings: kept.settings, sealed_secrets: sealSecrets(ctx, ref, kept.secrets) })
    await store.recordChanges(tx, ref, changed, actor.userId)
    await audit(tx, { organizationId, projectRef: ref, details: { settings: changed } })
    return show(scope, { revision: known.revision + 1, settings: after })
  })
}

async function read({ secrets }: Pick<Context, 'secrets'>, database: Queryable, ref: string): Promise<Known> {
  const { revision, settings } = await openAuthSettings({ database, secrets }, ref)
  return { revision, settings: completeAuthSettings(settings) }
}

function show({ ref, permissions }: ProjectScope, { revision, settings }: Known): AuthConfig {
  const isOpen = isAllowed(permissions, 'project_auth:all')
  const hide = (secret: string): string | null => (isOpen && secret !== '' ? hashSecret(ref, secret) : null)
  const hidden = Object.fromEntries(secretSettingNames.map((name) => [name, hide(settings[name] as string)]))
  return { ...settings, ...hidden, revision }
}
