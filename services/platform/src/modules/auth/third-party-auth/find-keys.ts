import { issuerKeysMax } from '@colonnade/contracts/auth/third-party-auth'
import { AppError, isAppError } from '@colonnade/core'
import { ask, NoAnswer } from '@colonnade/outbound'
import { importJwks, type Jwks, publicJwks } from '@colonnade/tokens'
import { issuerDeadlineMs, issuerDocumentBytes } from '../../../kernel/limits.ts'
import { messages } from '../messages.ts'

/** The issuer of the keys. */
export interface Wanted {
  readonly issuer: string
  /** Null to find their address at the issuer. */
  readonly jwksUrl: string | null
  /** True to allow this machine and its networks. */
  readonly arePrivateAllowed: boolean
}

/**
 * Returns the public keys of an issuer (OpenID Connect Discovery 1.0, 4; RFC 7517, 5).
 *
 * @throws AppError `issuer_refused` if it doesn't respond, has another name, or has no usable key
 */
export async function findKeys({ issuer, jwksUrl, arePrivateAllowed }: Wanted): Promise<Jwks> {
  const url = jwksUrl ?? (await findJwksUrl(issuer, arePrivateAllowed))
  return readKeys(await fetchJson(url, arePrivateAllowed))
}

/** @throws AppError `issuer_refused` for a document without usable keys, or with too many */
export function readKeys(document: unknown): Jwks {
  // other IDs couldn't be stored, and no issuer has them
  const keys = publicJwks(importKeys(document)).keys.filter(({ kid }) => kid.length <= 500 && kid.isWellFormed() && !kid.includes('\0'))
  if (keys.length === 0) throw refused(messages.issuer.noKeys)
  if (keys.length > issuerKeysMax) throw refused(messages.issuer.tooManyKeys(issuerKeysMax))
  return { keys }
}

function importKeys(document: unknown): ReturnType<typeof importJwks> {
  try {
    return importJwks(document)
  } catch (error) {
    if (isAppError(error, 'invalid_input')) throw refused(messages.issuer.noKeySet, error)
    throw error
  }
}

async function findJwksUrl(issuer: string, arePrivateAllowed: boolean): Promise<string> {
  const document = await fetchJson(`${withoutSlash(issuer)}/.well-known/openid-configuration`, arePrivateAllowed)
  const { issuer: named, jwks_uri: url } = (typeof document === 'object' && document !== null ? document : {}) as Record<string, unknown>
  // otherwise another issuer could replace the keys of this one
  if (typeof named !== 'string' || withoutSlash(named) !== withoutSlash(issuer)) throw refused(messages.issuer.otherIssuer)
  if (typeof url !== 'string' || url.length > 2_000 || !URL.canParse(url)) throw refused(messages.issuer.noKeysUrl)
  return new URL(url).href
}

async function fetchJson(url: string, arePrivateAllowed: boolean): Promise<unknown> {
  const headers = { accept: 'application/json' }
  const question = { url, method: 'GET', headers, arePrivateAllowed, deadlineMs: issuerDeadlineMs, bytesMost: issuerDocumentBytes }
  const { status, body, isCut } = await ask(question).catch((error: unknown) => {
    throw error instanceof NoAnswer ? refused(`${url}: ${error.message}`, error) : error
  })
  if (status !== 200) throw refused(messages.issuer.status(url, status))
  if (isCut) throw refused(messages.issuer.tooLarge(url, issuerDocumentBytes))
  try {
    return JSON.parse(body.toString('utf8')) as unknown
  } catch (error) {
    throw refused(messages.issuer.noJson(url), error)
  }
}

function withoutSlash(url: string): string {
  return url.endsWith('/') ? url.slice(0, -1) : url
}

function refused(message: string, cause?: unknown): AppError {
  return new AppError('issuer_refused', {}, { message, cause })
}
