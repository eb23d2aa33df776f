import { importDecoder } from '@colonnade/contracts/data/import-text'
import type { ImportEncoding } from '@colonnade/contracts/data/row-imports'
import { AppError } from '@colonnade/core'
import { messages } from '../messages.ts'

const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf])

/** Returns the file in UTF-8, without a byte order mark. The server rejects invalid UTF-8. @throws AppError `import_file_invalid` */
export async function* decode(source: AsyncIterable<Uint8Array>, encoding: ImportEncoding): AsyncGenerator<Buffer> {
  let head: Buffer | null = Buffer.alloc(0)
  for await (const chunk of encoding === 'utf-8' ? source : transcode(source, encoding)) {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
    if (head === null) {
      yield bytes
      continue
    }
    head = Buffer.concat([head, bytes])
    if (head.length < byteOrderMark.length) continue
    yield withoutMark(head)
    head = null
  }
  if (head !== null && head.length > 0) yield withoutMark(head)
}

function withoutMark(bytes: Buffer): Buffer {
  return bytes.subarray(0, byteOrderMark.length).equals(byteOrderMark) ? bytes.subarray(byteOrderMark.length) : bytes
}

async function* transcode(source: AsyncIterable<Uint8Array>, encoding: ImportEncoding): AsyncGenerator<Buffer> {
  const decoder = importDecoder(encoding, { fatal: true, ignoreBOM: true })
  const read = (chunk: Uint8Array | undefined): Buffer => {
    try {
      return Buffer.from(decoder(chunk, chunk !== undefined))
    } catch (error) {
      throw new AppError('import_file_invalid', { encoding }, { message: messages.notEncoded(encoding), cause: error })
    }
  }
  for await (const chunk of source) yield read(chunk)
  yield read(undefined)
}
