import { createClient } from '@colonnade/client'
import { platformApi } from '@colonnade/contracts'
import { watchedFetch } from './reachability.ts'

let announceExpiry = () => {}

/** A call found that nobody is signed in any more. */
export const expire = () => announceExpiry()

/** Every call of the platform: `api.projects.retrieve({ params: { ref } })`. */
export const api = createClient(platformApi, { fetch: watchedFetch, onUnauthorized: expire })

/** What happens when a call finds that nobody is signed in any more; the router sends people to the sign-in page. */
export function onSessionExpired(listener: () => void): void {
  announceExpiry = listener
}
