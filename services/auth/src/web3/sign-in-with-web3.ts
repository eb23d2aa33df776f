import type { Transaction } from '@colonnade/pg'
import { isLoopbackHost } from '@colonnade/contracts/auth/setting-values'
import { sql } from '@colonnade/sql'
import { z } from 'zod'
import type { AuthCall } from '../call.ts'
import { AuthError, isAuthError } from '../errors.ts'
import { register, type Registration } from '../hooks/user-created.ts'
import type { AuthReply } from '../requests/auth-reply.ts'
import type { JsonObject } from '../requests/auth-request.ts'
import { bodyOf } from '../requests/fields.ts'
import { sessionJson } from '../sessions/session-json.ts'
import { signIn, type SignedIn } from '../sessions/sign-in.ts'
import { requireSignUps } from '../sign-up/sign-up.ts'
import { authErrorOf } from '../service-errors.ts'
import { recordAction } from '../users/audit.ts'
import { findUserById } from '../users/user.ts'
import { isSignedByEthereum } from './ethereum.ts'
import { parseSignInMessage, type SignInMessage } from './message.ts'
import { isSignedBySolana } from './solana.ts'

const Body = z.object({
  chain: z.string().default(''),
  message: z.string().default(''),
  signature: z.string().max(1_000).default(''),
})

/** Lifetime of a signed message, and tolerance for clocks that are ahead (GoTrue, `MaximumValidityDuration`). */
const validMs = 600_000

const refused = (text: string): AuthError => new AuthError('invalid_grant', text)

/** Signs in whoever has the key of a wallet: by a message of the wallet's that names the page and the time. */
export async function signInWithWeb3(call: AuthCall): Promise<AuthReply> {
  const { settings } = call
  call.countCall('web3')
  const { chain, message, signature } = await bodyOf(call.request, Body)
  if (!settings.external_web3_solana_enabled && !settings.external_web3_ethereum_enabled) throw disabled('Web3')
  if (chain !== 'ethereum' && chain !== 'solana') throw new AuthError('web3_unsupported_chain', 'Unsupported chain', { status: 400 })
  if (!settings[`external_web3_${chain}_enabled`]) throw disabled(chain === 'solana' ? 'Solana Web3' : 'Ethereum Web3')
  const parsed = parseSignInMessage(message, chain === 'solana' ? 'Solana' : 'Ethereum')
  const { address } = parsed
  const isSigned = chain === 'solana' ? isSignedBySolana(message, signature, address) : await isSignedByEthereum(message, signature, address)
  if (!isSigned) throw refused('Signature does not match address in message')
  requireForUs(call, parsed)
  const wallet = walletOf(chain, parsed)
  const { user, session } = await signInOrUp(call, wallet, {
    provider: 'web3',
    chain,
    network: parsed.chainId,
    address,
    domain: parsed.domain,
    uri: parsed.uri,
  })
  return { json: await sessionJson(call, user, session) }
}

const disabled = (name: string): AuthError => new AuthError('web3_provider_disabled', `${name} provider is disabled`)

/** A message that was signed for another page, or long ago, may have been taken from there. @throws AuthError `invalid_grant` */
function requireForUs({ redirects, clock }: AuthCall, { uri, domain, issuedAt, expiresAt, notBefore }: SignInMessage): void {
  const url = new URL(uri)
  const isSafe = url.protocol === 'https:' || (url.protocol === 'http:' && isLoopbackHost(url.hostname))
  if (!isSafe) throw refused('Signed message is using URI which does not use HTTPS')
  if (!redirects.match(uri).isAllowed) {
    throw refused('Signed message is using URI which is not allowed on this server, message was signed for another app')
  }
  const own = `${url.protocol}//${domain}`
  if (!URL.canParse(own) || new URL(own).host !== url.host) throw refused('Signed message is using a domain that does not match the one in URI')
  const now = clock.now()
  if (notBefore !== null && now < notBefore) throw refused('Signed message becomes valid in the future')
  if (expiresAt !== null && now >= expiresAt) throw refused('Signed message is expired')
  if (now > issuedAt + validMs) throw refused('Signed message was issued too long ago')
  if (now < issuedAt - validMs) throw refused('Signed message was issued too far in the future')
}

interface Wallet {
  readonly providerId: string
  readonly data: JsonObject
}

/** However an address is written, it is one wallet. */
function walletOf(chain: 'ethereum' | 'solana', { address: written, chainId, domain, statement }: SignInMessage): Wallet {
  const address = chain === 'ethereum' ? written.toLowerCase() : written
  const providerId = `web3:${chain}:${address}`
  return { providerId, data: { custom_claims: { address, chain, network: chainId ?? '', domain, statement: statement ?? '' }, sub: providerId } }
}

async function signInOrUp(call: AuthCall, wallet: Wallet, traits: JsonObject): Promise<SignedIn> {
  const database = await call.database()
  try {
    return await register(call, database, (tx, registration) => enter(call, tx, registration, wallet, traits))
  } catch (error) {
    // somebody with the same wallet was quicker
    if (!isAuthError(authErrorOf(error), 'identity_already_exists')) throw error
    return register(call, database, (tx, registration) => enter(call, tx, registration, wallet, traits))
  }
}

async function enter(
  call: AuthCall,
  tx: Transaction,
  registration: Registration,
  { providerId, data }: Wallet,
  traits: JsonObject,
): Promise<SignedIn> {
  const known = await tx.first<{ user_id: string }>(sql`
    update auth.identities set identity_data = identity_data || ${JSON.stringify(data)}::jsonb, last_sign_in_at = now(), updated_at = now()
    where provider = 'web3' and provider_id = ${providerId} returning user_id`)
  if (known === undefined) requireSignUps(call)
  const user =
    known === undefined
      ? await registration.createUser(tx, {
          appMetadata: { provider: 'web3', providers: ['web3'] },
          userMetadata: data,
          identities: [{ provider: 'web3', providerId, data }],
        })
      : await findUserById(tx, known.user_id)
  if (user === null || user.deleted_at !== null) throw refused('The user of this wallet was removed')
  if (known === undefined) await recordAction(call, tx, 'user_signedup', user, { provider: 'web3' })
  return signIn(call, tx, user, { method: 'web3', traits })
}
