import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { DigestName } from '../versions/version-store.ts'
import type { HashAnswer, HashRequest } from './hash-thread.ts'

/** Hashes in threads: MD5 of a fast upload would keep the process from everybody else. */
export interface HashThreads {
  begin(names: readonly DigestName[]): ThreadedHash
  close(): Promise<void>
}

export interface ThreadedHash {
  /** Takes a block, and gives it back once it was read. One at a time. */
  update(block: ArrayBuffer, length: number): Promise<ArrayBuffer>
  digest(): Promise<Partial<Record<DigestName, Buffer>>>
  /** For a text that doesn't come to its end. */
  forget(): void
}

interface Thread {
  readonly worker: Worker
  readonly waiting: Map<number, { readonly resolve: (answer: HashAnswer) => void; readonly reject: (error: Error) => void }>
}

export function createHashThreads(most = Math.max(1, availableParallelism() - 1)): HashThreads {
  const threads: Thread[] = []
  let ids = 0

  const open = (): Thread => {
    const thread: Thread = { worker: new Worker(new URL('hash-thread.ts', import.meta.url)), waiting: new Map() }
    const fail = (error: Error): void => {
      const at = threads.indexOf(thread)
      if (at !== -1) threads.splice(at, 1)
      for (const { reject } of thread.waiting.values()) reject(error)
      thread.waiting.clear()
    }
    thread.worker.on('message', (answer: HashAnswer) => {
      const waiting = thread.waiting.get(answer.id)
      thread.waiting.delete(answer.id)
      if (thread.waiting.size === 0) thread.worker.unref()
      waiting?.resolve(answer)
    })
    thread.worker.on('error', fail)
    thread.worker.on('exit', () => fail(new Error('The thread that hashes has ended')))
    thread.worker.unref()
    threads.push(thread)
    return thread
  }
  const ask = (thread: Thread, request: HashRequest, transfer: readonly ArrayBuffer[]): Promise<HashAnswer> =>
    new Promise((resolve, reject) => {
      thread.waiting.set(request.id, { resolve, reject })
      thread.worker.ref()
      thread.worker.postMessage(request, transfer)
    })
  return {
    begin(names) {
      ids += 1
      const id = ids
      const thread = threads.length < most ? open() : threads[id % threads.length]!
      return {
        async update(block, length) {
          const answer = await ask(thread, { id, kind: 'update', names, block, length }, [block])
          return 'block' in answer ? answer.block : block
        },
        async digest() {
          const answer = await ask(thread, { id, kind: 'digest' }, [])
          const digests = 'digests' in answer ? answer.digests : {}
          return Object.fromEntries(Object.entries(digests).map(([name, bytes]) => [name, Buffer.from(bytes)]))
        },
        forget: () => thread.worker.postMessage({ id, kind: 'forget' } satisfies HashRequest, []),
      }
    },
    async close() {
      await Promise.all(threads.splice(0).map(({ worker }) => worker.terminate()))
    },
  }
}
