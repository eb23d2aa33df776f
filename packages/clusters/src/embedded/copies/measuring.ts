/** A thread that reads files for `createMeasurer`, one at a time: gets paths, answers with sizes and hashes in the same order. */
import { createHash } from 'node:crypto'
import { closeSync, openSync, readSync } from 'node:fs'
import { parentPort } from 'node:worker_threads'

const chunk = Buffer.allocUnsafe(1024 * 1024)

parentPort?.on('message', (path: string) => {
  try {
    parentPort?.postMessage(measure(path), [])
  } catch (error) {
    parentPort?.postMessage({ code: (error as NodeJS.ErrnoException).code, message: String(error) }, [])
  }
})

function measure(path: string): { readonly size: number; readonly sha256: string } {
  const file = openSync(path, 'r')
  try {
    const hash = createHash('sha256')
    let size = 0
    for (let read = readSync(file, chunk); read > 0; read = readSync(file, chunk)) {
      hash.update(chunk.subarray(0, read))
      size += read
    }
    return { size, sha256: hash.digest('hex') }
  } finally {
    closeSync(file)
  }
}
