import { splitList } from '@colonnade/contracts/auth/setting-field'
import type { AuthCall } from '../call.ts'
import { AuthError } from '../errors.ts'

/** The relying party of passkeys: browsers offer a passkey only if its relying party's id is the host, or a parent of it. */
export interface RelyingParty {
  readonly id: string
  readonly name: string
  readonly origins: readonly string[]
}

/**
 * The relying party that a project has set up, or the page at its site URL. A client can't choose another: a page that isn't the project's
 * would then hold passkeys that open its accounts. `asked`: the id that the client names, if it does.
 *
 * @throws AuthError `validation_failed`
 */
export function relyingPartyOf({ settings }: Pick<AuthCall, 'settings'>, asked?: string): RelyingParty {
  const site = siteOf(settings.site_url)
  const id = (settings.webauthn_rp_id === '' ? site?.hostname : settings.webauthn_rp_id)?.toLowerCase()
  const listed = splitList(settings.webauthn_rp_origins).map(originOf)
  const origins = listed.length === 0 && site !== null ? [site.origin] : listed
  if (id === undefined || origins.length === 0) {
    throw new AuthError('validation_failed', 'Set webauthn_rp_id to use WebAuthn: this project’s site URL isn’t a web page')
  }
  if (asked !== undefined && asked.toLowerCase() !== id) {
    throw new AuthError(
      'validation_failed',
      `The relying party of this project is "${id}", not "${asked.slice(0, 100)}": see the setting webauthn_rp_id`,
    )
  }
  return { id, name: settings.webauthn_rp_display_name === '' ? id : settings.webauthn_rp_display_name, origins }
}

function siteOf(url: string): URL | null {
  if (!URL.canParse(url)) return null
  const site = new URL(url)
  return site.protocol === 'https:' || site.protocol === 'http:' ? site : null
}

/** Returns the origin as browsers send it: without a slash at its end. Those of apps (`android:apk-key-hash:…`) stay as they are. */
function originOf(text: string): string {
  return /^https?:/i.test(text) && URL.canParse(text) ? new URL(text).origin : text
}
