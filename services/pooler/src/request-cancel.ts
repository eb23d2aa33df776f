import { connect } from 'node:net'
import { cancelDeadlineMs } from './limits.ts'
import type { Address } from '@colonnade/projects'
import type { CancelKey } from './wire/greeting.ts'
import { cancelBytes } from './wire/startup.ts'

/** Where a server is: a socket in a folder, or a port. */
export type Place = { readonly path: string } | Address

/**
 * Asks a server to cancel the query of one of its processes. Resolves once it has sent the signal, or can't be reached; as in Postgres, no one learns
 * which.
 */
export function requestCancel(place: Place, { processId, secret }: CancelKey): Promise<void> {
  return new Promise((resolve) => {
    const request = connect(place)
    request.on('error', () => {})
    request.once('close', () => resolve())
    request.setTimeout(cancelDeadlineMs, () => request.destroy())
    request.end(cancelBytes(processId, secret))
    request.resume()
  })
}
