import { type FileHandle, open } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { systemCode } from '../durable-files.ts'
import { Digests } from '../hashing/hash-thread.ts'
import type { HashThreads, ThreadedHash } from '../hashing/hash-threads.ts'
import { blockBytes } from './limits.ts'
import { WriteRefusal, type WriteOptions, type Written } from './version-store.ts'

export interface FileWriteOptions extends WriteOptions {
  readonly idleMs: number
  /** Bytes that came before the body was cut short stay, and count. */
  readonly keepsBeginning?: boolean
}

/**
 * Writes a body into a new file, which is on the disk when this resolves. Where it fails, the file has to be removed by the caller.
 *
 * @throws WriteRefusal
 */
export async function writeFile(path: string, body: Readable, hashing: HashThreads, options: FileWriteOptions): Promise<Written> {
  // it may fail before anyone reads it; a later reader gets the error
  body.on('error', ignore)
  const file = await open(path, 'wx', 0o600).catch(refuse)
  try {
    const sink = new BlockSink(file, hashing, options)
    try {
      await pour(body, sink, options)
    } catch (error) {
      sink.forget()
      throw error
    }
    const written = await sink.end()
    await file.datasync()
    return written
  } catch (error) {
    return refuse(error)
  } finally {
    await file.close()
  }
}

function ignore(): void {}

async function pour(body: Readable, sink: BlockSink, { mostBytes, expectedBytes, idleMs, keepsBeginning }: FileWriteOptions): Promise<void> {
  const patience = setTimeout(() => body.destroy(new WriteRefusal('idle')), idleMs).unref()
  try {
    for await (const chunk of body as AsyncIterable<Uint8Array>) {
      patience.refresh()
      if (sink.bytes + chunk.byteLength > mostBytes) throw new WriteRefusal('too_large')
      await sink.write(chunk)
    }
  } catch (error) {
    // what the body itself fails with is the client's doing
    if (!isOf(body, error)) throw error
    if (keepsBeginning === true) return
    throw error instanceof WriteRefusal ? error : new WriteRefusal('cut_short', error)
  } finally {
    clearTimeout(patience)
  }
  if (expectedBytes !== undefined && sink.bytes !== expectedBytes && keepsBeginning !== true) throw new WriteRefusal('cut_short')
}

function isOf(body: Readable, error: unknown): boolean {
  return (body.errored !== null && body.errored === error) || systemCode(error) === 'ERR_STREAM_PREMATURE_CLOSE'
}

/** Takes bytes in pieces of any length, and writes and hashes them in blocks: while one is written, the next one fills. */
class BlockSink {
  readonly #file: FileHandle
  readonly #names: NonNullable<WriteOptions['digests']>
  readonly #hashing: HashThreads
  #threaded: ThreadedHash | null = null
  #block: ArrayBuffer
  #filled = 0
  #spare: Promise<ArrayBuffer> | null = null
  bytes = 0

  constructor(file: FileHandle, hashing: HashThreads, { digests = ['md5'], expectedBytes }: FileWriteOptions) {
    this.#file = file
    this.#hashing = hashing
    this.#names = digests
    this.#block = new ArrayBuffer(Math.min(blockBytes, Math.max(1, expectedBytes ?? blockBytes)))
  }

  async write(chunk: Uint8Array): Promise<void> {
    this.bytes += chunk.byteLength
    for (let from = 0; from < chunk.byteLength;) {
      const taken = Math.min(chunk.byteLength - from, this.#block.byteLength - this.#filled)
      new Uint8Array(this.#block, this.#filled, taken).set(chunk.subarray(from, from + taken))
      this.#filled += taken
      from += taken
      if (this.#filled === this.#block.byteLength && (from < chunk.byteLength || this.#block.byteLength === blockBytes)) await this.#flush()
    }
  }

  async end(): Promise<Written> {
    if (this.#threaded === null) {
      // a small one is hashed here sooner than elsewhere
      const bytes = new Uint8Array(this.#block, 0, this.#filled)
      const digests = new Digests(this.#names)
      digests.update(bytes)
      await writeAll(this.#file, bytes)
      return { bytes: this.bytes, digests: digests.digest() }
    }
    if (this.#filled > 0) await this.#flush()
    await this.#spare
    return { bytes: this.bytes, digests: await this.#threaded.digest() }
  }

  forget(): void {
    this.#spare?.catch(() => {})
    this.#threaded?.forget()
  }

  async #flush(): Promise<void> {
    this.#threaded ??= this.#hashing.begin(this.#names)
    const [block, filled] = [this.#block, this.#filled]
    const next = this.#spare === null ? new ArrayBuffer(blockBytes) : await this.#spare
    this.#spare = this.#process(block, filled, this.#threaded)
    // whoever waits for the next block gets the error
    this.#spare.catch(() => {})
    this.#block = next.byteLength === blockBytes ? next : new ArrayBuffer(blockBytes)
    this.#filled = 0
  }

  async #process(block: ArrayBuffer, filled: number, threaded: ThreadedHash): Promise<ArrayBuffer> {
    await writeAll(this.#file, new Uint8Array(block, 0, filled))
    return threaded.update(block, filled)
  }
}

/** A disk that is nearly full takes a part. */
async function writeAll(file: FileHandle, bytes: Uint8Array): Promise<void> {
  for (let from = 0; from < bytes.byteLength;) {
    const { bytesWritten } = await file.write(bytes, from, bytes.byteLength - from)
    from += bytesWritten
  }
}

/** @throws WriteRefusal for what the disk doesn't take; the error itself otherwise */
export function refuse(error: unknown): never {
  const code = systemCode(error)
  if (code === 'ENOSPC' || code === 'EDQUOT') throw new WriteRefusal('disk_full', error)
  if (code === 'EROFS' || code === 'EACCES' || code === 'EPERM') throw new WriteRefusal('read_only', error)
  throw error
}
