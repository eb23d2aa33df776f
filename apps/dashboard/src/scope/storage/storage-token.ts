import type { StorageToken } from '@colonnade/contracts/storage/storage-tokens'
import { dataApi } from '../data-client.ts'

export type StorageAccess = StorageToken['access']

/** A token with less than this left is not used any more: the request may take a while to be sent. */
const leastLeftMs = 30_000
const kept = new Map<string, Promise<StorageToken>>()

/**
 * Returns a token that opens the files of a project. It is used again until it is about to expire, and one that can write also reads.
 *
 * @throws AppError `forbidden`
 */
export async function storageToken(ref: string, access: StorageAccess): Promise<string> {
  if (access === 'read') {
    const writing = await peek(ref, 'write')
    if (writing !== null) return writing
  }
  return (await peek(ref, access)) ?? (await lend(ref, access)).token
}

/** Asks for another token with the next call: the project's keys may have changed. */
export function forgetStorageTokens(ref: string): void {
  for (const access of ['read', 'write'] as const) kept.delete(keyOf(ref, access))
}

const keyOf = (ref: string, access: StorageAccess): string => `${ref} ${access}`

async function peek(ref: string, access: StorageAccess): Promise<string | null> {
  const token = await kept.get(keyOf(ref, access))?.catch(() => null)
  return token && Date.parse(token.expires_at) - Date.now() > leastLeftMs ? token.token : null
}

/** Many calls at once ask for one token. */
async function lend(ref: string, access: StorageAccess): Promise<StorageToken> {
  const key = keyOf(ref, access)
  const lending = dataApi.storageTokens.create({ params: { ref }, body: { access } })
  kept.set(key, lending)
  lending.catch(() => {
    if (kept.get(key) === lending) kept.delete(key)
  })
  return lending
}
