import {
  type CreatedStorageCredential,
  type StorageCredential,
  type StorageCredentialInput,
  type StorageCredentialList,
  storageCredentialsMax,
} from '@colonnade/contracts/storage/storage-credentials'
import { isLoopbackHost } from '@colonnade/contracts/auth/setting-values'
import { AppError, newId } from '@colonnade/core'
import type { AuditRecorder, RequestFacts } from '@colonnade/http'
import type { Transaction } from '@colonnade/pg'
import type { S3Keys } from '@colonnade/projects'
import type { PlatformContext } from '../../../kernel/context.ts'
import type { HasStorageAddress, StorageAddress } from '../../../kernel/storage-address.ts'
import type { ProjectScope } from '../../../kernel/serve.ts'
import { listKeptKeys, placeOf as placeOfApiKey } from '../../api/api-keys/project-keys.ts'
import { makeLegacyKeys } from '../../api/api-keys/legacy-keys.ts'
import { hostFor, reachableHost } from '../../projects/project-settings/hosts.ts'
import * as store from './store.ts'
import { messages } from '../messages.ts'

type Context = Pick<PlatformContext, 'database' | 'random' | 'secrets'>
type Audit = AuditRecorder<Transaction>

/** Lengths in hex digits, as in the original's keys: 32 and 64 characters. */
const accessKeyBytes = 16
const secretBytes = 32

const placeOf = (id: string): string => `storage_credentials.sealed_secret.${id}`

export async function listStorageCredentials(
  { database, config, parts }: PlatformContext<HasStorageAddress>,
  { ref }: ProjectScope,
  { origin }: Pick<RequestFacts, 'origin'>,
): Promise<StorageCredentialList> {
  const kept = await store.listCredentials(database, ref)
  return { data: kept.map(show), endpoint: endpointOf(parts.storageAddress(), config.publicUrl, origin) }
}

function endpointOf(address: StorageAddress | null, publicUrl: string | null, origin: RequestFacts['origin']): string | null {
  if (address === null) return null
  if (address.url !== null) return address.url
  // clients behind a proxy can't use addresses of this machine
  if (publicUrl !== null && isLoopbackHost(address.host)) return null
  const host = reachableHost(address.host, hostFor(publicUrl, origin))
  return `http://${host.includes(':') ? `[${host}]` : host}:${address.port}`
}

/** Creates a key and returns it with its secret, which is never shown again. @throws AppError `too_many_storage_credentials` */
export async function createStorageCredential(
  { database, random, secrets }: Context,
  { ref, organizationId }: ProjectScope,
  { description, role = 'service_role', user_id: userId = null }: StorageCredentialInput,
  audit: Audit,
): Promise<CreatedStorageCredential> {
  const id = newId(random)
  const [accessKey, secret] = [accessKeyBytes, secretBytes].map((bytes) => Buffer.from(random.bytes(bytes)).toString('hex')) as [string, string]
  return database.transaction(async (tx) => {
    await store.lockCredentials(tx, ref)
    if ((await store.listCredentials(tx, ref)).length >= storageCredentialsMax) {
      const message = messages.tooManyCredentials(storageCredentialsMax)
      throw new AppError('too_many_storage_credentials', { max: storageCredentialsMax }, { message })
    }
    await store.insertCredential(tx, { id, ref, accessKey, sealedSecret: secrets.seal(secret, placeOf(id)), description, role, userId })
    await audit(tx, { organizationId, projectRef: ref, details: { id, access_key: accessKey, description, role, user_id: userId } })
    const made = (await store.listCredentials(tx, ref)).find((each) => each.id === id)!
    return { ...show(made), secret_key: secret, project_ref: ref }
  })
}

/** @throws AppError `storage_credential_not_found` */
export async function revokeStorageCredential(
  { database }: Pick<Context, 'database'>,
  { ref, organizationId }: ProjectScope,
  id: string,
  audit: Audit,
): Promise<StorageCredential> {
  return database.transaction(async (tx) => {
    const kept = (await store.listCredentials(tx, ref)).find((each) => each.id === id)
    if (kept === undefined) throw new AppError('storage_credential_not_found', { id })
    await store.deleteCredential(tx, id)
    const { access_key, description, role, last_used_at } = kept
    await audit(tx, { organizationId, projectRef: ref, details: { id, access_key, description, role, last_used_at } })
    return show(kept)
  })
}

/** Returns what storage checks S3 requests with. */
export async function openS3Keys(ctx: Context, ref: string): Promise<S3Keys> {
  const credentials = await store.listCredentials(ctx.database, ref)
  const legacy = (await makeLegacyKeys(ctx, ref)).filter(({ name, isEnabled }) => name === 'anon' && isEnabled)
  const publishable = (await listKeptKeys(ctx, ref)).filter(({ type }) => type === 'publishable')
  return {
    keys: credentials.map(({ id, access_key: accessKey, sealed_secret: sealed, role, user_id: userId }) => ({
      accessKey,
      secret: ctx.secrets.open(sealed, placeOf(id)),
      role,
      userId,
    })),
    sessionSecrets: [
      ...legacy.map(({ text, expiresAt }) => ({ text, expiresAt: expiresAt * 1_000 })),
      ...publishable.map(({ id, sealed_key: sealed, expires_at: end }) => ({
        text: ctx.secrets.open(sealed, placeOfApiKey(id)),
        expiresAt: end === null ? null : Date.parse(end),
      })),
    ],
  }
}

function show({ sealed_secret: _sealed, ...credential }: store.KeptCredential): StorageCredential {
  return credential
}
