import { createHash, type Hash, timingSafeEqual } from 'node:crypto'
import { S3Error } from '../errors.ts'
import { sha256Hex } from '../signatures/canonical-request.ts'
import { hmac, type SignedChain } from '../signatures/verify-signature.ts'

/** What a body of chunks is expected to be (Amazon S3 API reference, "Signature calculations for the authorization header: transferring payload in multiple chunks"). */
export interface ChunkedBody {
  /** Signs each chunk; null where only a trailer, or nothing, speaks for the body. */
  readonly chain: SignedChain | null
  /** Whether headers follow the last chunk. */
  readonly hasTrailer: boolean
  /** Bytes without the frame of the chunks. */
  readonly length: number
  /** Called with each trailer, its name in lower case. */
  trailer(name: string, value: string): void
}

/** Length, signature, line end: far less than this. */
const longestLine = 1_024
const longestTrailer = 16 * 1_024
const emptyHash = sha256Hex('')
const newline = 0x0a
const carriageReturn = 0x0d

/** What is inside the chunks, as it comes; what it yields counts only once it has ended without an error. */
export async function* decodeChunks(source: AsyncIterable<Uint8Array>, body: ChunkedBody): AsyncGenerator<Uint8Array, void> {
  const reader = new FrameReader(source)
  const verify = createChainVerifier(body.chain)
  let total = 0
  for (;;) {
    const { size, signature } = readHead(await reader.line())
    total += size
    if (total > body.length) throw new S3Error('IncompleteBody', 'The body is longer than x-amz-decoded-content-length says.')
    const hash = body.chain === null ? null : createHash('sha256')
    for (let left = size; left > 0;) {
      const piece = await reader.piece(left)
      left -= piece.length
      hash?.update(piece)
      yield piece
    }
    verify.chunk(signature, hash)
    if (size === 0) break
    await reader.lineEnd()
  }
  if (total < body.length) throw new S3Error('IncompleteBody', 'The body is shorter than x-amz-decoded-content-length says.')
  await readTrailers(reader, body, verify.trailer)
  await reader.end()
}

async function readTrailers(reader: FrameReader, body: ChunkedBody, verify: (signature: string | null, text: string) => void): Promise<void> {
  let text = ''
  let signature: string | null = null
  for (;;) {
    const line = await reader.lastLine()
    if (line === null || line === '') break
    if (!body.hasTrailer || text.length + line.length > longestTrailer) throw badFrame()
    const mark = line.indexOf(':')
    if (mark === -1) throw badFrame()
    const [name, value] = [line.slice(0, mark).trim().toLowerCase(), line.slice(mark + 1).trim()]
    if (name === 'x-amz-trailer-signature') {
      signature = value
      continue
    }
    text += `${name}:${value}\n`
    body.trailer(name, value)
  }
  if (body.hasTrailer) verify(signature, text)
}

function readHead(line: string): { size: number; signature: string | null } {
  const match = /^([0-9a-fA-F]{1,10})(?:;chunk-signature=([0-9a-f]{64}))?$/.exec(line)
  if (match === null) throw badFrame()
  return { size: Number.parseInt(match[1]!, 16), signature: match[2] ?? null }
}

/** Each signature continues the one before, so that chunks can't be left out or change places. */
function createChainVerifier(chain: SignedChain | null) {
  let previous = chain?.seed ?? ''
  const verify = (signature: string | null, text: (chain: SignedChain) => readonly string[]): void => {
    if (chain === null) return
    if (signature === null || !/^[0-9a-f]{64}$/.test(signature)) throw new S3Error('SignatureDoesNotMatch')
    const expected = hmac(chain.key, text(chain).join('\n'))
    if (!timingSafeEqual(expected, Buffer.from(signature, 'hex'))) throw new S3Error('SignatureDoesNotMatch')
    previous = signature
  }
  return {
    chunk: (signature: string | null, hash: Hash | null): void =>
      verify(signature, ({ timestamp, scope }) => ['AWS4-HMAC-SHA256-PAYLOAD', timestamp, scope, previous, emptyHash, hash!.digest('hex')]),
    trailer: (signature: string | null, text: string): void =>
      verify(signature, ({ timestamp, scope }) => ['AWS4-HMAC-SHA256-TRAILER', timestamp, scope, previous, sha256Hex(text)]),
  }
}

/** Reads lines and pieces of a stream, holding no more than the buffer that came last. */
class FrameReader {
  readonly #source: AsyncIterator<Uint8Array>
  #buffer: Uint8Array = new Uint8Array(0)

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#source = source[Symbol.asyncIterator]()
  }

  /** @throws S3Error `IncompleteBody` where the stream has ended */
  async line(): Promise<string> {
    const line = await this.lastLine()
    if (line === null) throw new S3Error('IncompleteBody')
    return line
  }

  /** null where the stream has ended. */
  async lastLine(): Promise<string | null> {
    let line = ''
    for (;;) {
      if (this.#buffer.length === 0 && !(await this.#fill())) {
        if (line === '') return null
        throw new S3Error('IncompleteBody')
      }
      const end = this.#buffer.indexOf(newline)
      const taken = end === -1 ? this.#buffer : this.#buffer.subarray(0, end)
      if (line.length + taken.length > longestLine) throw badFrame()
      line += Buffer.from(taken.buffer, taken.byteOffset, taken.length).toString('latin1')
      this.#buffer = this.#buffer.subarray(end === -1 ? this.#buffer.length : end + 1)
      if (end !== -1) {
        if (line.charCodeAt(line.length - 1) !== carriageReturn) throw badFrame()
        return line.slice(0, -1)
      }
    }
  }

  /** From one byte to `most`. */
  async piece(most: number): Promise<Uint8Array> {
    if (this.#buffer.length === 0 && !(await this.#fill())) throw new S3Error('IncompleteBody')
    const piece = this.#buffer.subarray(0, most)
    this.#buffer = this.#buffer.subarray(piece.length)
    return piece
  }

  async lineEnd(): Promise<void> {
    if ((await this.line()) !== '') throw badFrame()
  }

  async end(): Promise<void> {
    if (this.#buffer.length > 0 || (await this.#fill())) throw badFrame()
  }

  async #fill(): Promise<boolean> {
    for (;;) {
      const { done, value } = await this.#source.next()
      if (done === true) return false
      if (value.length === 0) continue
      this.#buffer = value
      return true
    }
  }
}

function badFrame(): S3Error {
  return new S3Error('InvalidRequest', 'The body is not encoded as aws-chunked.')
}
