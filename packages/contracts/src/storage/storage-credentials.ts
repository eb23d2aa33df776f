import { z } from 'zod'
import { get, post, remove, resource } from '../foundation/endpoint.ts'
import { Text, Timestamp } from '../foundation/values.ts'

/** Most S3 access keys of a project. */
export const storageCredentialsMax = 50

/** Role of an access key: full access, or a user under the project's policies. */
export const StorageCredentialRole = z.enum(['service_role', 'authenticated'])

/** An access key of the S3 protocol. */
export const StorageCredential = z.object({
  id: z.uuid(),
  description: z.string(),
  /** The access key ID of S3 clients. */
  access_key: z.string(),
  role: StorageCredentialRole,
  /** User of a key with the role `authenticated`. */
  user_id: z.uuid().nullable(),
  created_at: Timestamp,
  /** Last use, to the minute; null if never used. */
  last_used_at: Timestamp.nullable(),
})
export type StorageCredential = z.infer<typeof StorageCredential>

export const StorageCredentialInput = z
  .object({
    description: Text(200).min(1, 'Enter a description'),
    role: StorageCredentialRole.default('service_role'),
    user_id: z.uuid().nullable().default(null),
  })
  .refine(({ role, user_id: userId }) => (role === 'authenticated') === (userId !== null), {
    path: ['user_id'],
    message: 'Choose a user for the role authenticated, and no user for other roles',
  })
export type StorageCredentialInput = z.input<typeof StorageCredentialInput>

export const CreatedStorageCredential = StorageCredential.extend({
  /** Shown only now. */
  secret_key: z.string(),
  project_ref: z.string(),
})
export type CreatedStorageCredential = z.infer<typeof CreatedStorageCredential>

export const StorageCredentialList = z.object({
  data: z.array(StorageCredential),
  /** Endpoint for tools that don't support a path. The access key identifies the project. null if unavailable. */
  endpoint: z.url().nullable(),
})
export type StorageCredentialList = z.infer<typeof StorageCredentialList>

const shared = { auth: 'user', permission: 'project_storage:all', needs: 'machine' } as const

/** S3 access keys to a project's files. */
export const storageCredentials = resource('/platform/storage/{ref}/credentials', {
  list: get('/', {
    ...shared,
    summary: 'List S3 access keys, without their secrets',
    reply: StorageCredentialList,
  }),
  create: post('/', {
    ...shared,
    summary: 'Create an S3 access key. Only this response shows its secret',
    audit: 'project.storage_credential_created',
    body: StorageCredentialInput,
    reply: CreatedStorageCredential,
    status: 201,
    errors: ['too_many_storage_credentials'],
  }),
  remove: remove('/{id}', {
    ...shared,
    summary: 'Revoke an S3 access key. Requests that use it are refused at once',
    audit: 'project.storage_credential_revoked',
    reply: StorageCredential,
    errors: ['storage_credential_not_found'],
  }),
})
