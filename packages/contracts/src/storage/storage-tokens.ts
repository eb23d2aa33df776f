import { z } from 'zod'
import { post, resource } from '../foundation/endpoint.ts'
import { Text, Timestamp } from '../foundation/values.ts'

/** Lifetime of a token. Short, to limit the harm of a leak; pages renew it in time. */
export const storageTokenMinutes = 5

export const StorageTokenInput = z.object({
  /** `read` can list and download files; `write` has the access of a secret key. */
  access: z.enum(['read', 'write']).default('read'),
  /** View files as this role with these claims, under the project's policies. All files if omitted. Read-only. */
  as: z
    .object({
      /** A database role of clients. */
      role: Text(63).min(1),
      /** Additional claims, such as `sub`. Project, role, scope and expiry are always overwritten. */
      claims: z.record(z.string(), z.unknown()).default({}),
    })
    .optional(),
})
export type StorageTokenInput = z.input<typeof StorageTokenInput>

export const StorageToken = z.object({
  /** Bearer token for `/storage/v1` only. */
  token: z.string(),
  access: z.enum(['read', 'write']),
  expires_at: Timestamp,
})
export type StorageToken = z.infer<typeof StorageToken>

/** Tokens that let a member's browser access a project's files. */
export const storageTokens = resource('/platform/storage/{ref}/tokens', {
  create: post('/', {
    summary: 'Create a token for the project’s files, valid for a few minutes and for storage only',
    auth: 'user',
    permission: 'projects:read',
    needs: 'machine',
    audit: 'project.storage_token_created',
    body: StorageTokenInput,
    reply: StorageToken,
    status: 201,
  }),
})
