import { z } from 'zod'
import { get, post, remove, resource } from '../foundation/endpoint.ts'
import { Text, Timestamp } from '../foundation/values.ts'

/** S3 access keys that one project can have. */
export const storageCredentialsMax = 50

/** Whom an access key acts as: everything, or what the policies of the project let this user do. */
export const StorageCredentialRole = z.enum(['service_role', 'authenticated'])

/** An access key of the S3 protocol. */
export const StorageCredential = z.object({
  id: z.uuid(),
  description: z.string(),
  /** What clients call the access key ID. */
  access_key: z.string(),
  role: StorageCredentialRole,
  /** The user whom a key with the role `authenticated` acts as. */
  user_id: z.uuid().nullable(),
  created_at: Timestamp,
  /** To the minute; null while nothing has used it. */
  last_used_at: Timestamp.nullable(),
})
export type StorageCredential = z.infer<typeof StorageCredential>

export const StorageCredentialInput = z
  .object({
    description: Text(200).min(1, 'Say what the key is for'),
    role: StorageCredentialRole.default('service_role'),
    user_id: z.uuid().nullable().default(null),
  })
  .refine(({ role, user_id: userId }) => (role === 'authenticated') === (userId !== null), {
    path: ['user_id'],
    message: 'Name a user for a key with the role authenticated, and for no other',
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
  /** Where tools reach the files that take no path in an endpoint: the access key names the project. null where there is no such address. */
  endpoint: z.url().nullable(),
})
export type StorageCredentialList = z.infer<typeof StorageCredentialList>

const shared = { auth: 'user', permission: 'project_storage:all', needs: 'machine' } as const

/** Access keys with which S3 clients reach the files of a project. */
export const storageCredentials = resource('/platform/storage/{ref}/credentials', {
  list: get('/', {
    ...shared,
    summary: 'List the S3 access keys of a project, without their secrets',
    reply: StorageCredentialList,
  }),
  create: post('/', {
    ...shared,
    summary: 'Create an S3 access key; only this reply shows its secret',
    audit: 'project.storage_credential_created',
    body: StorageCredentialInput,
    reply: CreatedStorageCredential,
    status: 201,
    errors: ['too_many_storage_credentials'],
  }),
  remove: remove('/{id}', {
    ...shared,
    summary: 'Revoke an S3 access key; clients that use it are refused from now on',
    audit: 'project.storage_credential_revoked',
    reply: StorageCredential,
    errors: ['storage_credential_not_found'],
  }),
})
