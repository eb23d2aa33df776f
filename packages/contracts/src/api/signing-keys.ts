import { z } from 'zod'
import { get, patch, post, remove, resource } from '../foundation/endpoint.ts'
import { Timestamp } from '../foundation/values.ts'

/** Most signing keys of a project. */
export const signingKeysMax = 20

/** Time a standby key must be published before it can sign, so that every cache has it before its first token. */
export const standbyMinutes = 20

export const signingAlgorithms = ['ES256', 'RS256', 'EdDSA', 'HS256'] as const
export const SigningAlgorithm = z.enum(signingAlgorithms)
export type SigningAlgorithm = z.infer<typeof SigningAlgorithm>

/** In life cycle order. Exactly one key is in use, and at most one is on standby. */
export const signingKeyStates = ['in_use', 'standby', 'previously_used', 'revoked'] as const
export const SigningKeyState = z.enum(signingKeyStates)
export type SigningKeyState = z.infer<typeof SigningKeyState>

/** The fields of Supabase's management API, then our additions. */
export const ProjectSigningKey = z.object({
  /** `kid` of tokens signed with this key. */
  id: z.uuid(),
  algorithm: SigningAlgorithm,
  status: SigningKeyState,
  /** RFC 7517; null for a shared secret. */
  public_jwk: z.record(z.string(), z.unknown()).nullable(),
  created_at: Timestamp,
  /** Time of the last status change. */
  updated_at: Timestamp,
  /** The shared secret that signs the legacy API keys; its tokens have no `kid`. */
  is_legacy: z.boolean(),
  /** Time from which a standby key can be used; null in other states. */
  ready_at: Timestamp.nullable(),
  /** Time a service last accepted a token signed with this key, accurate to about a minute; null if never. */
  last_seen_at: Timestamp.nullable(),
})
export type ProjectSigningKey = z.infer<typeof ProjectSigningKey>

export const SigningKeyInput = z.object({
  algorithm: SigningAlgorithm,
  status: z.enum(['in_use', 'standby']).default('standby'),
  /** A private key or shared secret (RFC 7517) to import. If omitted, a key is generated. */
  private_jwk: z.record(z.string(), z.unknown()).nullable().optional(),
})
export type SigningKeyInput = z.input<typeof SigningKeyInput>

export const SigningKeyChange = z.object({
  status: SigningKeyState,
  /** Use a standby key before it is ready. Services that cache keys may refuse its tokens for a while. */
  immediately: z.boolean().optional(),
})
export type SigningKeyChange = z.infer<typeof SigningKeyChange>

const read = { auth: 'user', permission: 'service_keys:read' } as const
const write = { auth: 'user', permission: 'projects:update' } as const

/** Keys that sign the access tokens of a project's users. */
export const signingKeys = resource('/v1/projects/{ref}/config/auth/signing-keys', {
  list: get('/', { ...read, summary: 'List signing keys', reply: z.object({ keys: z.array(ProjectSigningKey) }) }),
  create: post('/', {
    ...write,
    summary: 'Create or import a signing key, on standby by default',
    audit: 'project.signing_key_created',
    body: SigningKeyInput,
    reply: ProjectSigningKey,
    status: 201,
    errors: ['signing_key_conflict', 'too_many_signing_keys'],
  }),
  retrieveLegacy: get('/legacy', {
    ...read,
    summary: 'Retrieve the signing key of the legacy secret, without the secret',
    reply: ProjectSigningKey,
    errors: ['signing_key_not_found'],
  }),
  createLegacy: post('/legacy', {
    ...write,
    summary: 'Create the signing key of the legacy secret. Every project already has it; tools call this before they rotate keys',
    reply: ProjectSigningKey,
    status: 201,
    errors: ['signing_key_not_found'],
  }),
  retrieve: get('/{id}', { ...read, summary: 'Retrieve a signing key', reply: ProjectSigningKey, errors: ['signing_key_not_found'] }),
  update: patch('/{id}', {
    ...write,
    summary: 'Use a standby key, revoke a key, or restore a revoked key',
    audit: 'project.signing_key_updated',
    body: SigningKeyChange,
    reply: ProjectSigningKey,
    errors: ['signing_key_not_found', 'signing_key_conflict', 'signing_key_not_ready', 'legacy_api_keys_enabled'],
  }),
  remove: remove('/{id}', {
    ...write,
    summary: 'Permanently delete a revoked or standby key. Requires a recent sign-in',
    audit: 'project.signing_key_deleted',
    reply: ProjectSigningKey,
    errors: ['signing_key_not_found', 'signing_key_conflict', 'sign_in_again'],
  }),
})
