import { AppError } from '@colonnade/core'
import { api } from '../client.ts'

/** Of a run that was never sent: it is not among what may have taken effect. */
export const isUnsent = ({ details }: Pick<AppError, 'details'>): boolean => details['is_sent'] === false

/**
 * Keeps a run from being sent where nobody would get it. A browser without a network may still reach a Colonnade on its own machine, so something
 * is asked first that changes nothing: when that fails, it is known that the run was not sent, which its own failure would not tell.
 *
 * @throws AppError `unavailable`, of which `isUnsent` is true
 */
export async function requireConnection(signal: AbortSignal | undefined): Promise<void> {
  if ((navigator as { readonly onLine?: boolean }).onLine !== false) return
  try {
    await api.health.retrieve({ signal })
  } catch (cause) {
    if (signal?.aborted) throw cause
    throw new AppError('unavailable', { is_sent: false }, { message: 'This browser is offline: nothing was sent', cause })
  }
}
