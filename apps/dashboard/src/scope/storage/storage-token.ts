import type { StorageToken } from '@colonnade/contracts/storage/storage-tokens'
import { dataApi } from '../data-client.ts'
import type { Look } from './look-as.ts'

export type StorageAccess = StorageToken['access']

/** A token with less time left is replaced, because a request may take a while to be sent. */
const leastLeftMs = 30_000
const kept = new Map<string, Promise<StorageToken>>()

/**
 * Returns a token that opens the files of a project. It is used again until it is about to expire, and one that can write also reads. A token
 * for a look only sees what that client sees.
 *
 * @throws AppError `forbidden`
 */
export async function storageToken(ref: string, access: StorageAccess, look: Look | null = null): Promise<string> {
  if (look !== null) return (await peek(`${ref} ${look.id}`)) ?? (await lend(ref, 'read', look)).token
  if (access === 'read') {
    const writing = await peek(keyOf(ref, 'write'))
    if (writing !== null) return writing
  }
  return (await peek(keyOf(ref, access))) ?? (await lend(ref, access, null)).token
}

/** Asks for another token with the next call: the project's keys may have changed. */
export function forgetStorageTokens(ref: string): void {
  for (const key of kept.keys()) if (key.startsWith(`${ref} `)) kept.delete(key)
}

const keyOf = (ref: string, access: StorageAccess): string => `${ref} ${access}`

async function peek(key: string): Promise<string | null> {
  const token = await kept.get(key)?.catch(() => null)
  return token && Date.parse(token.expires_at) - Date.now() > leastLeftMs ? token.token : null
}

/** Many calls at once ask for one token. */
async function lend(ref: string, access: StorageAccess, look: Look | null): Promise<StorageToken> {
  const key = look === null ? keyOf(ref, access) : `${ref} ${look.id}`
  const as = look === null ? {} : { as: { role: look.role, claims: { ...look.claims } } }
  const lending = dataApi.storageTokens.create({ params: { ref }, body: { access, ...as } })
  kept.set(key, lending)
  lending.catch(() => {
    if (kept.get(key) === lending) kept.delete(key)
  })
  return lending
}
