import type { ApiKey, ApiKeyUse } from '@colonnade/contracts/api/api-keys'

export interface Caller extends Omit<ApiKeyUse, 'calls'> {
  /** The name of the key that it used. */
  readonly key: string
}

const dayMs = 24 * 60 * 60 * 1000

/** Returns the clients that called in the last 24 hours before `now`, the latest first. */
export function recentCallers(keys: readonly Pick<ApiKey, 'name' | 'clients'>[], now: number): Caller[] {
  return keys
    .flatMap(({ name, clients }) => clients.map(({ at, address, client }) => ({ at, address, client, key: name })))
    .filter(({ at }) => Date.parse(at) > now - dayMs)
    .sort((one, other) => Date.parse(other.at) - Date.parse(one.at))
}
