import { issuerKeysMax } from '@colonnade/contracts/auth/third-party-auth'
import { AppError, isAppError } from '@colonnade/core'
import { ask, NoAnswer } from '@colonnade/outbound'
import { importJwks, type Jwks, publicJwks } from '@colonnade/tokens'
import { issuerDeadlineMs, issuerDocumentBytes } from '../../../kernel/limits.ts'

/** Whose keys are to be found. */
export interface Wanted {
  readonly issuer: string
  /** null to ask the issuer where they are. */
  readonly jwksUrl: string | null
  /** Whether this machine and its networks may be asked. */
  readonly arePrivateAllowed: boolean
}

/**
 * Returns the public keys of an issuer (OpenID Connect Discovery 1.0, 4; RFC 7517, 5).
 *
 * @throws AppError `issuer_refused` when it does not answer, is another one than it is called, or has no key that tokens can be verified with
 */
export async function findKeys({ issuer, jwksUrl, arePrivateAllowed }: Wanted): Promise<Jwks> {
  const url = jwksUrl ?? (await findJwksUrl(issuer, arePrivateAllowed))
  return readKeys(await fetchJson(url, arePrivateAllowed))
}

/** @throws AppError `issuer_refused` for a document without keys that tokens can be verified with, or with too many */
export function readKeys(document: unknown): Jwks {
  // other names could not be kept, and no issuer has them
  const keys = publicJwks(importKeys(document)).keys.filter(({ kid }) => kid.length <= 500 && kid.isWellFormed() && !kid.includes('\0'))
  if (keys.length === 0) throw refused('There is no key among its keys that has an id and is for ES256, RS256 or EdDSA')
  if (keys.length > issuerKeysMax) throw refused(`It has more than ${issuerKeysMax} keys`)
  return { keys }
}

function importKeys(document: unknown): ReturnType<typeof importJwks> {
  try {
    return importJwks(document)
  } catch (error) {
    if (isAppError(error, 'invalid_input')) throw refused('What should be its keys is no JWKS document', error)
    throw error
  }
}

async function findJwksUrl(issuer: string, arePrivateAllowed: boolean): Promise<string> {
  const document = await fetchJson(`${withoutSlash(issuer)}/.well-known/openid-configuration`, arePrivateAllowed)
  const { issuer: told, jwks_uri: url } = (typeof document === 'object' && document !== null ? document : {}) as Record<string, unknown>
  // whoever answers under another name could say what the keys of that one are
  if (typeof told !== 'string' || withoutSlash(told) !== withoutSlash(issuer)) throw refused('What answers there is not the issuer that it is called')
  if (typeof url !== 'string' || url.length > 2_000 || !URL.canParse(url)) throw refused('It does not say where its keys are')
  return new URL(url).href
}

async function fetchJson(url: string, arePrivateAllowed: boolean): Promise<unknown> {
  const headers = { accept: 'application/json' }
  const question = { url, method: 'GET', headers, arePrivateAllowed, deadlineMs: issuerDeadlineMs, bytesMost: issuerDocumentBytes }
  const { status, body, isCut } = await ask(question).catch((error: unknown) => {
    throw error instanceof NoAnswer ? refused(`${url}: ${error.message}`, error) : error
  })
  if (status !== 200) throw refused(`${url} answered ${status} and not 200`)
  if (isCut) throw refused(`${url} sent more than ${issuerDocumentBytes} bytes`)
  try {
    return JSON.parse(body.toString('utf8')) as unknown
  } catch (error) {
    throw refused(`${url} did not answer with JSON`, error)
  }
}

function withoutSlash(url: string): string {
  return url.endsWith('/') ? url.slice(0, -1) : url
}

function refused(message: string, cause?: unknown): AppError {
  return new AppError('issuer_refused', {}, { message, cause })
}
