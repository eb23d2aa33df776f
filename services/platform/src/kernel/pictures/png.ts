import { AppError } from '@colonnade/core'
import { crc32 } from 'node:zlib'

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
/** Bytes for length, type and checksum of a chunk. */
const chunkOverheadBytes = 12
const headerBytes = 13
/** Default longest side, and most pixels. */
const screenshotSideMax = 32_767
const pixelsMax = 100_000_000
/** Bit depths of each color type (PNG specification, third edition, table 11.2.1). */
const bitDepths: Readonly<Record<number, readonly number[]>> = { 0: [1, 2, 4, 8, 16], 2: [8, 16], 3: [1, 2, 4, 8], 4: [8, 16], 6: [8, 16] }

/**
 * Returns the picture in an uploaded PNG, recognized by its signature and its chunks from IHDR to IEND, without data after the end.
 *
 * @throws AppError `attachment_not_png`
 */
export function pngOf(file: Uint8Array, sideMax = screenshotSideMax): Uint8Array {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength)
  if (!bytes.subarray(0, signature.length).equals(signature)) throw refusal('The file is not a PNG picture')
  let hasData = false
  for (let at = signature.length; at + chunkOverheadBytes <= bytes.length;) {
    const length = bytes.readUInt32BE(at)
    const type = bytes.toString('latin1', at + 4, at + 8)
    const end = at + chunkOverheadBytes + length
    if (end > bytes.length || !/^[A-Za-z]{4}$/.test(type)) break
    if (at === signature.length) {
      if (type !== 'IHDR' || length !== headerBytes) break
      checkHeader(bytes.subarray(at + 4, end), sideMax)
    }
    if (type === 'IDAT') hasData = true
    if (type === 'IEND' && hasData) return bytes.subarray(0, end)
    at = end
  }
  throw refusal('The PNG picture is damaged or incomplete')
}

/** Reads an IHDR chunk from its type to its checksum. */
function checkHeader(chunk: Buffer, sideMax: number): void {
  if (crc32(chunk.subarray(0, 4 + headerBytes)) !== chunk.readUInt32BE(4 + headerBytes)) throw refusal('The PNG picture is damaged or incomplete')
  const width = chunk.readUInt32BE(4)
  const height = chunk.readUInt32BE(8)
  const [depth, colour, compression, filter, interlace] = chunk.subarray(12, 17) as unknown as [number, number, number, number, number]
  const isKnown = (bitDepths[colour] ?? []).includes(depth) && compression === 0 && filter === 0 && interlace <= 1
  if (!isKnown || width === 0 || height === 0) throw refusal('The PNG picture is damaged or incomplete')
  if (width > sideMax || height > sideMax || width * height > pixelsMax) throw refusal(`The picture is too large: ${width} × ${height} pixels`)
}

function refusal(message: string): AppError {
  return new AppError('attachment_not_png', {}, { message })
}
