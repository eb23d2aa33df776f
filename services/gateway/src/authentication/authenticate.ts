import { isAppError } from '@colonnade/core'
import { type ApiKey, type ProjectKeys, serviceClaim } from '@colonnade/projects'
import {
  createKeySet,
  requireCurrent,
  secretKey,
  type TokenClaims,
  type KeySet,
  type TokenRefusal,
  signerOf,
  type Verification,
  verifyWithKeys,
} from '@colonnade/tokens'
import { createHash } from 'node:crypto'
import { provedTokensMost, tokenToleranceSeconds } from '../limits.ts'
import { claimsOfOther, createTrustedIssuers, requiredOfOthers } from './trusted-issuers.ts'
import { importSigningKeys } from './signing-keys.ts'
import type { Refusal } from '../services.ts'

/** Credentials that a call presents. */
export interface Credentials {
  readonly apiKey: string | null
  readonly bearer: string | null
  /** Browsers send headers that name where the page came from; programs don't. */
  readonly isFromBrowser: boolean
}

export interface Identity {
  readonly role: string
  readonly claims: string
  readonly userId: string | null
  /** ID of the key that signed the token; null without one. */
  readonly signingKeyId: string | null
  /** null where none is asked for, and none was sent. */
  readonly key: ApiKey | null
  /** Why the token proves nothing, for services that answer this themselves: to these, one of another issuer proves nothing either. */
  readonly tokenRefusal: TokenRefusal | 'of_another_issuer' | null
}

/** Credentials that a call needs. */
export interface Demands {
  /** A token of the project's may stand in for a key, because some clients send nothing else. */
  readonly key: 'required' | 'optional' | 'or_token'
  /** Refuses calls with an invalid token, or passes the reason to the service. */
  readonly badToken: 'refused' | 'told'
  /** Accepts tokens of other issuers, for services that get the reason for bad tokens. */
  readonly otherIssuers?: 'taken'
  /** Accepts a token as the API key: old clients send their user's token that way. */
  readonly tokenAsKey?: 'taken'
  /** Treats a call with an invalid key as one without a key. */
  readonly badKey?: 'told'
  /** The called service: tokens issued for another service are invalid. */
  readonly service: string
}

const strict: Demands = { key: 'required', badToken: 'refused', service: 'rest' }

export type Outcome = { readonly identity: Identity } | { readonly refusal: Refusal }

/** Authenticates callers of one project. Holds one state of the project's keys; changed keys need a new one. */
export interface Authenticator {
  authenticate(credentials: Credentials, nowMs: number, demands?: Demands): Outcome
}

interface Proved {
  readonly claims: TokenClaims
  readonly identity: Pick<Identity, 'role' | 'claims' | 'userId' | 'signingKeyId'>
  readonly isOfOther: boolean
  /** The only service that the token is for. */
  readonly onlyFor: unknown
}

const rejected = (message: string, hint?: string): Outcome => ({ refusal: { status: 401, message, ...(hint !== undefined && { hint }) } })

/** Role of callers without credentials. */
const publicRole = 'anon'

const noKey = rejected('No API key found in request', 'No `apikey` request header or url param was found.')
const unknownKey = rejected('Invalid API key', 'Double check your project\u2019s `anon` or `service_role` API key.')
const endedKey = rejected('Invalid API key', 'This key has expired. Create another one in the project\u2019s settings.')
const legacyOff = rejected('Legacy API keys are disabled', 'Use a publishable or secret key, or enable legacy keys in the project\u2019s settings.')
const secretInBrowser = rejected('Forbidden use of secret API key in browser', 'Secret keys are for servers only. Use a publishable key here.')

/** Errors for refused tokens (PostgREST 14, Errors, group 3). */
const tokenRefusals: Readonly<Record<TokenRefusal, readonly [code: string, message: string]>> = {
  malformed: ['PGRST301', 'The token is malformed'],
  unknown_key: ['PGRST301', 'No suitable key was found to verify the token'],
  revoked_key: ['PGRST301', 'The key that signed the token was revoked'],
  bad_signature: ['PGRST301', 'The token\u2019s signature is invalid'],
  wrong_claims: ['PGRST303', 'The token\u2019s claims are invalid'],
  expired: ['PGRST303', 'JWT expired'],
  not_yet_valid: ['PGRST303', 'JWT not yet valid'],
}

/** @param ref our tokens that name another project are refused, whichever key signed them */
export function createAuthenticator(ref: string, keys: ProjectKeys): Authenticator {
  const byHash = new Map(keys.apiKeys.map((key) => [key.hash, key]))
  const keySet = keySetOf(keys)
  const issuers = createTrustedIssuers(keys.issuers)
  const proved = new Map<string, Proved>()
  /** Hashing each call's key again would cost more than all the rest. */
  const known = new Map<string, ApiKey>()

  const findKey = (text: string): ApiKey | undefined => {
    const found = known.get(text) ?? byHash.get(createHash('sha256').update(text).digest('base64url'))
    if (found !== undefined) known.set(text, found)
    return found
  }
  const proveOwn = (token: string, verification: Verification): Proved | TokenRefusal => {
    const claims = verifyWithKeys(keySet, token, verification)
    if (claims.ref !== undefined && claims.ref !== ref) return 'wrong_claims'
    return provedBy(claims, { ...claims, role: claims.role ?? publicRole }, signerOf(keySet, token))
  }
  const prove = (token: string, nowMs: number): Proved | TokenRefusal => {
    try {
      const verification = { nowMs, toleranceSeconds: tokenToleranceSeconds }
      const kept = proved.get(token)
      if (kept !== undefined) {
        requireCurrent(kept.claims, verification)
        return kept
      }
      const keysOfOther = issuers.keysFor(token)
      const result = keysOfOther === undefined ? proveOwn(token, verification) : proveOther(keysOfOther, token, verification)
      if (typeof result === 'string') return result
      if (proved.size >= provedTokensMost) proved.delete(proved.keys().next().value!)
      proved.set(token, result)
      return result
    } catch (error) {
      if (isAppError(error, 'unauthorized')) return (error.details['reason'] as TokenRefusal | undefined) ?? 'malformed'
      throw error
    }
  }

  const judge = (key: ApiKey | null, token: string | null, nowMs: number, { badToken, otherIssuers, service }: Demands): Outcome => {
    const role = key?.role ?? publicRole
    const ofKey = { role, claims: JSON.stringify({ role }), userId: null, signingKeyId: null, key }
    if (token === null) return { identity: { ...ofKey, tokenRefusal: null } }
    const proof = prove(token, nowMs)
    const result = typeof proof !== 'string' && proof.onlyFor !== undefined && proof.onlyFor !== service ? 'wrong_claims' : proof
    if (badToken === 'told' && (typeof result === 'string' || (result.isOfOther && otherIssuers !== 'taken'))) {
      return { identity: { ...ofKey, tokenRefusal: typeof result === 'string' ? result : 'of_another_issuer' } }
    }
    if (typeof result !== 'string') return { identity: { ...result.identity, key, tokenRefusal: null } }
    const [code, message] = tokenRefusals[result]
    const challenge = `Bearer error="invalid_token", error_description="${message.replaceAll('\u2019', "'")}"`
    return { refusal: { status: 401, code, message, headers: { 'www-authenticate': challenge } } }
  }

  const decide = ({ apiKey, bearer, isFromBrowser }: Credentials, nowMs: number, demands: Demands): Outcome => {
    if (apiKey === null || apiKey === '') {
      const token = tokenOf(bearer)
      const isEnough = demands.key === 'optional' || (demands.key === 'or_token' && token !== null)
      if (!isEnough) return noKey
      // a legacy key that comes as a token is one still
      return token !== null && findKey(token)?.isEnabled === false ? legacyOff : judge(null, token, nowMs, demands)
    }
    const key = findKey(apiKey)
    if (key === undefined) return demands.tokenAsKey === 'taken' && !apiKey.startsWith('sb_') ? judge(null, apiKey, nowMs, demands) : unknownKey
    if (!key.isEnabled) return legacyOff
    if (key.expiresAt !== null && key.expiresAt <= nowMs) return endedKey
    if (key.kind === 'secret' && isFromBrowser) return secretInBrowser
    // a legacy key is a token itself
    const token = tokenOf(bearer) ?? (key.kind === 'legacy' ? apiKey : null)
    if (token !== apiKey && token !== null && findKey(token)?.isEnabled === false) return legacyOff
    return judge(key, token, nowMs, demands)
  }

  return {
    authenticate(credentials, nowMs, demands = strict) {
      const outcome = decide(credentials, nowMs, demands)
      if ('identity' in outcome || demands.badKey !== 'told') return outcome
      const claims = JSON.stringify({ role: publicRole })
      return { identity: { role: publicRole, claims, userId: null, signingKeyId: null, key: null, tokenRefusal: 'unknown_key' } }
    },
  }
}

/** A token of another issuer is verified with that issuer's keys alone, whichever key it names. */
function proveOther(keys: KeySet, token: string, verification: Verification): Proved {
  const claims = verifyWithKeys(keys, token, { ...verification, required: requiredOfOthers })
  return provedBy(claims, claimsOfOther(claims, publicRole), null)
}

function provedBy(claims: TokenClaims, shown: TokenClaims & { readonly role: string }, signingKeyId: string | null): Proved {
  const identity = { role: shown.role, claims: JSON.stringify(shown), userId: claims.sub ?? null, signingKeyId }
  return { claims, identity, isOfOther: signingKeyId === null, onlyFor: signingKeyId === null ? undefined : claims[serviceClaim] }
}

/** A bearer that is no API key, and decides who calls. */
function tokenOf(bearer: string | null): string | null {
  return bearer !== null && bearer !== '' && !bearer.startsWith('sb_') ? bearer : null
}

/** Tokens of before there were signing keys name none: the project's secret made them, and they end with it. */
function keySetOf(keys: ProjectKeys): KeySet {
  const legacy = keys.signingKeys.find(({ isLegacy }) => isLegacy)
  return createKeySet(importSigningKeys(keys), legacy && secretKey(keys.jwtSecret, legacy.id, legacy.state))
}
