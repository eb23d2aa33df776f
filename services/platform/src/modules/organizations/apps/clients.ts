import { isId } from '@colonnade/core'
import { timingSafeEqual } from 'node:crypto'
import type { PlatformContext } from '../../../kernel/context.ts'
import { hashToken } from '../../../kernel/people/token-hash.ts'
import { OauthError } from './oauth-error.ts'
import { type Client, findClient } from './store.ts'

/**
 * Which application it is that asks: one with a secret shows it, in the header or in the body (RFC 6749, 2.3.1); a public one says who it is.
 *
 * @throws OauthError `invalid_client`, `invalid_request` where it shows both
 */
export async function authenticateClient(
  { database }: PlatformContext,
  authorization: string | undefined,
  given: ReadonlyMap<string, string>,
): Promise<Client> {
  const basic = authorization === undefined ? null : readBasic(authorization)
  const secret = given.get('client_secret')
  if (basic !== null && (secret !== undefined || (given.has('client_id') && given.get('client_id') !== basic.id))) {
    throw new OauthError('invalid_request', 'Show who you are in one way only')
  }
  const shown = basic ?? { id: given.get('client_id') ?? '', secret }
  const client = isId(shown.id) ? await findClient(database, shown.id) : undefined
  if (!client || !isRight(client.secret_hash, shown.secret))
    throw new OauthError('invalid_client', 'The application is not known, or its secret is wrong')
  return client
}

function isRight(secretHash: Buffer | null, secret: string | undefined): boolean {
  if (secretHash === null) return secret === undefined || secret === ''
  return secret !== undefined && timingSafeEqual(secretHash, hashToken(secret))
}

/** Both parts are form-encoded before they are joined. */
function readBasic(authorization: string): { readonly id: string; readonly secret: string } {
  const [, encoded = ''] = /^basic +([\w+/=-]+)$/i.exec(authorization.trim()) ?? []
  const [, id, secret] = /^([^:]*):([^]*)$/.exec(Buffer.from(encoded, 'base64').toString('utf8')) ?? []
  if (id === undefined || secret === undefined) throw new OauthError('invalid_client', 'The Authorization header can’t be read')
  return { id: decodeForm(id), secret: decodeForm(secret) }
}

function decodeForm(text: string): string {
  return new URLSearchParams(`x=${text.replaceAll('&', '%26')}`).get('x') ?? ''
}
