import { z } from 'zod'
import { post, resource } from '../foundation/endpoint.ts'
import { Text, Timestamp } from '../foundation/values.ts'

/** Short enough not to matter once it is lost; pages ask for another one in time. */
export const storageTokenMinutes = 5

export const StorageTokenInput = z.object({
  /** `read` can list, show and download files; `write` can do everything that a server with a secret key can. */
  access: z.enum(['read', 'write']).default('read'),
  /** Whose files to see: those that policies show to this role with these claims. Without it, all of them. Only to read. */
  as: z
    .object({
      /** A database role that clients can have. */
      role: Text(63).min(1),
      /** Further claims, such as `sub`. Those that say which project, which role, what the token opens and how long are replaced. */
      claims: z.record(z.string(), z.unknown()).default({}),
    })
    .optional(),
})
export type StorageTokenInput = z.input<typeof StorageTokenInput>

export const StorageToken = z.object({
  /** The bearer token for `/storage/v1`. Every other service refuses it. */
  token: z.string(),
  access: z.enum(['read', 'write']),
  expires_at: Timestamp,
})
export type StorageToken = z.infer<typeof StorageToken>

/** Tokens with which a member's browser reaches the files of a project. */
export const storageTokens = resource('/platform/storage/{ref}/tokens', {
  create: post('/', {
    summary: 'Sign a token for the files of a project; valid for a few minutes, for storage alone',
    auth: 'user',
    permission: 'projects:read',
    needs: 'machine',
    audit: 'project.storage_token_created',
    body: StorageTokenInput,
    reply: StorageToken,
    status: 201,
  }),
})
