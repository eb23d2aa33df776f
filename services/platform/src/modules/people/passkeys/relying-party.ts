import { AppError } from '@colonnade/core'
import type { RequestFacts } from '@colonnade/http'
import { isIP } from 'node:net'
import type { PlatformConfig } from '../../../kernel/config/config.ts'
import { messages } from './messages.ts'

/** The relying party of passkeys: browsers offer one only at its host (WebAuthn Level 3, 4). */
export interface RelyingParty {
  readonly host: string
  readonly origin: string
}

/** Why there is none, and where there would be one. */
export interface NoRelyingParty {
  readonly problem: string
  readonly usableAt: string | null
}

/**
 * The configured public address, whatever the request says; without one the installation is for its own machine, and `localhost` is the one
 * name that browsers take there.
 */
export function relyingPartyOf(config: Pick<PlatformConfig, 'publicUrl'>, request: Pick<RequestFacts, 'origin'>): RelyingParty | NoRelyingParty {
  const { protocol, hostname, origin, port } = new URL(config.publicUrl ?? request.origin)
  if (isIP(hostname.replace(/^\[|\]$/g, '')) !== 0) {
    const isLocal = config.publicUrl === null
    return {
      problem: messages.ipAddress,
      usableAt: isLocal ? `http://localhost${port === '' ? '' : `:${port}`}` : null,
    }
  }
  if (hostname === 'localhost') return { host: hostname, origin }
  if (config.publicUrl === null) return { problem: messages.noPublicUrl, usableAt: null }
  if (protocol !== 'https:') return { problem: messages.noHttps, usableAt: null }
  return { host: hostname, origin }
}

/** @throws AppError `passkeys_unavailable` */
export function requireRelyingParty(config: Pick<PlatformConfig, 'publicUrl'>, request: Pick<RequestFacts, 'origin'>): RelyingParty {
  const found = relyingPartyOf(config, request)
  if ('host' in found) return found
  const where = found.usableAt === null ? '' : `. Open ${found.usableAt} and sign in there`
  throw new AppError('passkeys_unavailable', { usable_at: found.usableAt }, { message: found.problem + where })
}
