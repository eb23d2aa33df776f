import { ERRORS, type Lock, type Locker } from '@tus/server'

/** Gives each upload to one request at a time. */
export interface UploadLocker extends Locker {
  /** Holds an upload's lock, even once it is released, until the work is done: bytes may still be on their way to the disk. */
  busy(id: string, work: Promise<unknown>): void
  /** Does the work of an upload, unless it is being done: then waits for it. */
  once(id: string, work: () => Promise<void>): Promise<void>
}

interface Holder {
  /** Asks the request that holds the lock to stop. */
  requestRelease(): void | Promise<void>
  readonly released: Promise<void>
  release(): void
}

/**
 * A client that lost its connection comes back before the server notices, so the newest request asks the former one to stop, and waits until
 * it has (tus 1.0, "Concurrent requests").
 */
export function createUploadLocker(): UploadLocker {
  const holders = new Map<string, Holder>()
  const works = new Map<string, Promise<unknown>>()
  const finishing = new Map<string, Promise<void>>()
  return {
    newLock: (id) => createLock(id, holders, works),
    busy(id, work) {
      const settled = work.catch(() => {}).finally(() => works.get(id) === settled && works.delete(id))
      works.set(id, settled)
    },
    once(id, work) {
      const running = finishing.get(id) ?? work().finally(() => finishing.delete(id))
      finishing.set(id, running)
      return running
    },
  }
}

function createLock(id: string, holders: Map<string, Holder>, works: ReadonlyMap<string, Promise<unknown>>): Lock {
  let own: Holder | undefined
  return {
    async lock(signal, requestRelease) {
      for (let holder = holders.get(id); holder !== undefined; holder = holders.get(id)) {
        void holder.requestRelease()
        await Promise.race([holder.released, aborted(signal)])
        if (signal.aborted) throw ERRORS.ERR_LOCK_TIMEOUT
      }
      const { promise: released, resolve: release } = Promise.withResolvers<void>()
      own = { requestRelease, released, release }
      holders.set(id, own)
    },
    async unlock() {
      if (own === undefined) return
      await works.get(id)
      holders.delete(id)
      own.release()
    },
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  if (signal.aborted) resolve()
  else signal.addEventListener('abort', () => resolve(), { once: true })
  return promise
}
