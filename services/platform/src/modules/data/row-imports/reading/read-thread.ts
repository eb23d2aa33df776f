/** Thread that reads files of rows for `readInThread`: several at once, one chunk of each in turn. */
import { toAppError } from '@colonnade/core'
import { lowerPriority } from '@colonnade/http/serve-thread'
import { parentPort } from 'node:worker_threads'
import { encodingFor, type FileForm } from './file-form.ts'
import type { FromThread, ToThread } from './messages.ts'
import { buffersOf, packRecords } from './packed-records.ts'

lowerPriority()
const tell = (message: FromThread, moved: ArrayBuffer[] = []): void => parentPort!.postMessage(message, moved)
/** Current files, and the reader of each. */
const open = new Map<number, (bytes: Uint8Array | null) => void>()

async function* chunksOf(id: number): AsyncGenerator<Buffer> {
  while (open.has(id)) {
    const { promise, resolve } = Promise.withResolvers<Uint8Array | null>()
    open.set(id, resolve)
    tell({ kind: 'more', id })
    const bytes = await promise
    if (bytes === null) return
    yield Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }
}

async function read(id: number, form: FileForm): Promise<void> {
  open.set(id, () => {})
  try {
    for await (const records of encodingFor(form).read(chunksOf(id))) {
      const packed = packRecords(records)
      tell({ kind: 'records', id, records: packed }, buffersOf(packed))
    }
    tell({ kind: 'done', id })
  } catch (error) {
    const { code, details, message } = toAppError(error)
    tell({ kind: 'failed', id, code, details, message })
  } finally {
    open.delete(id)
  }
}

parentPort!.on('message', (message: ToThread) => {
  if (message.kind === 'open') void read(message.id, message.form)
  else if (message.kind === 'chunk') open.get(message.id)?.(message.bytes)
  // drops files that are no longer needed
  else open.delete(message.id)
})
