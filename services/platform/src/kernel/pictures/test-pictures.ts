import { crc32, deflateSync } from 'node:zlib'

/** Returns a PNG chunk with its length and checksum. */
export function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const checksum = Buffer.alloc(4)
  checksum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, checksum])
}

export const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** Returns the header of an 8-bit RGBA picture. */
export function header(width: number, height: number, depth = 8, colour = 6): Buffer {
  const data = Buffer.alloc(13)
  data.writeUInt32BE(width, 0)
  data.writeUInt32BE(height, 4)
  data.set([depth, colour, 0, 0, 0], 8)
  return chunk('IHDR', data)
}

/** Returns a valid PNG of one color, padded by a chunk of `paddingBytes`. */
export function picture(width = 2, height = 2, paddingBytes = 0): Buffer {
  const rows = Buffer.alloc(height * (1 + width * 4), 0x7f)
  for (let row = 0; row < height; row += 1) rows[row * (1 + width * 4)] = 0
  const padding = paddingBytes > 0 ? [chunk('prVt', Buffer.alloc(paddingBytes))] : []
  return Buffer.concat([pngSignature, header(width, height), ...padding, chunk('IDAT', deflateSync(rows)), chunk('IEND', Buffer.alloc(0))])
}
