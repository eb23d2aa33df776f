import type { AuthCall } from '../call.ts'
import { findCustom } from './custom-provider.ts'
import { oauthProviders } from './oauth-providers.ts'
import { openIdProviders } from './openid-providers.ts'
import type { ConfiguredProvider, Provider } from './provider.ts'
import { unsupported } from './reading.ts'

const builtIn: Readonly<Record<string, Provider>> = { ...openIdProviders, ...oauthProviders }
/** Older names, under which clients may still ask. */
const aliases: Readonly<Record<string, string>> = { linkedin: 'linkedin_oidc' }

/**
 * Returns a provider as the project has set it up. `isOffTaken`: also one that is off, which members try before they turn it on.
 *
 * @throws AuthError `validation_failed` for one that there is not, or that is off
 */
export async function findProvider(call: AuthCall, asked: string, { isOffTaken = false } = {}): Promise<ConfiguredProvider> {
  const name = (Object.hasOwn(aliases, asked) ? aliases[asked] : undefined) ?? asked
  if (name.startsWith('custom:')) return findCustom(call, name, isOffTaken)
  const provider = Object.hasOwn(builtIn, name) ? builtIn[name] : undefined
  if (provider === undefined) throw unsupported(`Provider ${name.slice(0, 50)} could not be found`)
  const setting = (part: string): string | boolean | number =>
    (call.settings as Readonly<Record<string, string | boolean | number>>)[`external_${name}_${part}`] ?? ''
  if (!isOffTaken && setting('enabled') !== true) throw unsupported('provider is not enabled')
  const clientIds = String(setting('client_id'))
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '')
  if (clientIds.length === 0) throw unsupported('missing OAuth client ID')
  const more = String(setting('additional_client_ids'))
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '')
  return {
    name,
    provider,
    client: { clientId: clientIds[0]!, secret: String(setting('secret')), url: String(setting('url')).replace(/\/+$/, '') },
    scopes: provider.scopes,
    audiences: [...clientIds, ...more],
    isEmailOptional: setting('email_optional') === true,
    skipsNonce: setting('skip_nonce_check') === true,
  }
}
