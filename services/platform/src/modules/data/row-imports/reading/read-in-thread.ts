import { AppError } from '@colonnade/core'
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { Encoding } from '../records.ts'
import type { FileForm } from './file-form.ts'
import type { FromThread, ToThread } from './messages.ts'
import { UnpackedRecords } from './packed-records.ts'

/** Threads for all files, shared in turns: an expensive file slows down other files, but nothing else. */
const threadsMost = Math.max(1, Math.min(4, availableParallelism() - 1))
const heapMb = 512
/** Idle time after which a thread ends. */
const idleMs = 30_000

interface Thread {
  readonly worker: Worker
  readonly files: Map<number, (message: FromThread | Error) => void>
  timer: NodeJS.Timeout | undefined
}

const threads: Thread[] = []
let nextId = 0

/** Reads a file in a thread, so that its content can't block anything else. */
export function readInThread(form: FileForm): Encoding<UnpackedRecords> {
  const { options } = form
  return {
    delimiter: 'delimiter' in options ? options.delimiter : ',',
    nullText: 'nullText' in options ? options.nullText : '',
    async *read(source) {
      const file = openFile(form)
      const chunks = source[Symbol.asyncIterator]()
      try {
        for (;;) {
          const message = await file.next()
          if (message.kind === 'done') return
          if (message.kind === 'failed') throw new AppError(message.code, message.details, { message: message.message })
          if (message.kind === 'records') yield new UnpackedRecords(message.records)
          else file.send((await chunks.next()).value)
        }
      } finally {
        file.close()
        await chunks.return?.()
      }
    },
  }
}

interface OpenFile {
  /** Returns the thread's next message. @throws AppError `too_complex` if the thread has ended */
  next(): Promise<FromThread>
  /** The next bytes; undefined after the last. */
  send(bytes: Buffer | undefined): void
  close(): void
}

function openFile(form: FileForm): OpenFile {
  const id = (nextId += 1)
  const thread = takeThread()
  const told: (FromThread | Error)[] = []
  let wake = (): void => {}
  const tell = (message: ToThread, moved: ArrayBuffer[] = []): void => thread.worker.postMessage(message, moved)
  thread.files.set(id, (message) => {
    told.push(message)
    wake()
  })
  tell({ kind: 'open', id, form })
  return {
    async next() {
      if (told.length === 0) await new Promise<void>((resolve) => (wake = resolve))
      const message = told.shift()!
      if (message instanceof Error) throw new AppError('too_complex', {}, { cause: message })
      return message
    },
    send(bytes) {
      if (bytes === undefined) return tell({ kind: 'chunk', id, bytes: null })
      // a copy, because others share the same memory
      const copy = new Uint8Array(bytes)
      tell({ kind: 'chunk', id, bytes: copy }, [copy.buffer])
    },
    close() {
      tell({ kind: 'close', id })
      thread.files.delete(id)
      release(thread)
    },
  }
}

/** Returns the thread with the fewest files. */
function takeThread(): Thread {
  const least = threads.toSorted((a, b) => a.files.size - b.files.size)[0]
  const thread = least !== undefined && (least.files.size === 0 || threads.length >= threadsMost) ? least : startThread()
  clearTimeout(thread.timer)
  thread.worker.ref()
  return thread
}

function release(thread: Thread): void {
  if (thread.files.size > 0) return
  thread.worker.unref()
  thread.timer = setTimeout(() => end(thread, new Error('it had nothing to do')), idleMs).unref()
}

function startThread(): Thread {
  const worker = new Worker(new URL('read-thread.ts', import.meta.url), { resourceLimits: { maxOldGenerationSizeMb: heapMb } })
  const thread: Thread = { worker, files: new Map(), timer: undefined }
  worker.on('message', (message: FromThread) => thread.files.get(message.id)?.(message))
  // out of memory, or an unexpected error
  worker.on('error', (error: Error) => end(thread, error))
  worker.on('exit', () => end(thread, new Error('a thread has ended')))
  threads.push(thread)
  return thread
}

function end(thread: Thread, error: Error): void {
  const at = threads.indexOf(thread)
  if (at === -1) return
  threads.splice(at, 1)
  clearTimeout(thread.timer)
  for (const tell of thread.files.values()) tell(error)
  void thread.worker.terminate()
}
