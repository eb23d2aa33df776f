import { isAppError } from '@colonnade/core'

const listeners = new Map<string, Set<() => void>>()

/** Hears when a database of a project that was asked turns out to be gone, or to take no requests. Returns how to stop. */
export function onLostSource(ref: string, listener: () => void): () => void {
  const heard = listeners.get(ref) ?? new Set()
  listeners.set(ref, heard.add(listener))
  return () => void heard.delete(listener)
}

/** Notifies the listeners if the work fails because its database is gone. */
export async function watchingForLostSource<Reply>(ref: string, work: Promise<Reply>): Promise<Reply> {
  try {
    return await work
  } catch (error) {
    if (isAppError(error, 'database_not_found') || isAppError(error, 'replica_not_ready')) for (const notify of listeners.get(ref) ?? []) notify()
    throw error
  }
}
