import { crc32 as zlibCrc32 } from 'node:zlib'

/** A cyclic redundancy check that is fed piece by piece. */
export interface Crc {
  update(data: Uint8Array): void
  /** Big-endian, as S3 sends them. */
  digest(): Buffer
}

export function crc32(): Crc {
  let value = 0
  return {
    update: (data) => void (value = zlibCrc32(data, value)),
    digest: () => bigEndian(value),
  }
}

/** Castagnoli's polynomial (RFC 3720, appendix B.4), reflected. */
const castagnoli = lazily(() => tables32(0x82f63b78))

export function crc32c(): Crc {
  const tables = castagnoli()
  let value = 0xffffffff
  return {
    update: (data) => void (value = update32(tables, value, data)),
    digest: () => bigEndian(~value),
  }
}

/** CRC-64/NVME (NVM Express 1.4, 5.2.2.1.2), reflected: a high and a low half, because whole numbers of 64 bits are slow. */
const nvme = lazily(() => tables64(0x9a6c9329ac4bc9b5n))

export function crc64nvme(): Crc {
  const tables = nvme()
  const state = { high: 0xffffffff, low: 0xffffffff }
  return {
    update: (data) => update64(tables, state, data),
    digest: () => Buffer.concat([bigEndian(~state.high), bigEndian(~state.low)]),
  }
}

/** Eight tables, so that eight bytes are taken at once ("slicing by 8"). */
function tables32(polynomial: number): Uint32Array {
  const tables = new Uint32Array(8 * 256)
  for (let byte = 0; byte < 256; byte++) {
    let value = byte
    for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ polynomial : value >>> 1
    tables[byte] = value
  }
  for (let index = 256; index < 8 * 256; index++) {
    const before = tables[index - 256]!
    tables[index] = (before >>> 8) ^ tables[before & 0xff]!
  }
  return tables
}

function update32(tables: Uint32Array, before: number, data: Uint8Array): number {
  let value = before
  let index = 0
  for (const end = data.length - 7; index < end; index += 8) {
    value ^= data[index]! | (data[index + 1]! << 8) | (data[index + 2]! << 16) | (data[index + 3]! << 24)
    value =
      tables[0x700 | (value & 0xff)]! ^
      tables[0x600 | ((value >>> 8) & 0xff)]! ^
      tables[0x500 | ((value >>> 16) & 0xff)]! ^
      tables[0x400 | (value >>> 24)]! ^
      tables[0x300 | data[index + 4]!]! ^
      tables[0x200 | data[index + 5]!]! ^
      tables[0x100 | data[index + 6]!]! ^
      tables[data[index + 7]!]!
  }
  for (; index < data.length; index++) value = (value >>> 8) ^ tables[(value ^ data[index]!) & 0xff]!
  return value
}

interface Halves {
  readonly high: Uint32Array
  readonly low: Uint32Array
}

function tables64(polynomial: bigint): Halves {
  const high = new Uint32Array(8 * 256)
  const low = new Uint32Array(8 * 256)
  for (let byte = 0; byte < 256; byte++) {
    let value = BigInt(byte)
    for (let bit = 0; bit < 8; bit++) value = value & 1n ? (value >> 1n) ^ polynomial : value >> 1n
    high[byte] = Number(value >> 32n)
    low[byte] = Number(value & 0xffffffffn)
  }
  for (let index = 256; index < 8 * 256; index++) {
    const [beforeHigh, beforeLow] = [high[index - 256]!, low[index - 256]!]
    const entry = beforeLow & 0xff
    low[index] = ((beforeLow >>> 8) | (beforeHigh << 24)) ^ low[entry]!
    high[index] = (beforeHigh >>> 8) ^ high[entry]!
  }
  return { high, low }
}

function update64({ high, low }: Halves, state: { high: number; low: number }, data: Uint8Array): void {
  let { high: upper, low: lower } = state
  let index = 0
  for (const end = data.length - 7; index < end; index += 8) {
    lower ^= data[index]! | (data[index + 1]! << 8) | (data[index + 2]! << 16) | (data[index + 3]! << 24)
    upper ^= data[index + 4]! | (data[index + 5]! << 8) | (data[index + 6]! << 16) | (data[index + 7]! << 24)
    const [a, b, c, d] = [0x700 | (lower & 0xff), 0x600 | ((lower >>> 8) & 0xff), 0x500 | ((lower >>> 16) & 0xff), 0x400 | (lower >>> 24)]
    const [e, f, g, h] = [0x300 | (upper & 0xff), 0x200 | ((upper >>> 8) & 0xff), 0x100 | ((upper >>> 16) & 0xff), upper >>> 24]
    lower = low[a]! ^ low[b]! ^ low[c]! ^ low[d]! ^ low[e]! ^ low[f]! ^ low[g]! ^ low[h]!
    upper = high[a]! ^ high[b]! ^ high[c]! ^ high[d]! ^ high[e]! ^ high[f]! ^ high[g]! ^ high[h]!
  }
  for (; index < data.length; index++) {
    const entry = (lower ^ data[index]!) & 0xff
    lower = ((lower >>> 8) | (upper << 24)) ^ low[entry]!
    upper = (upper >>> 8) ^ high[entry]!
  }
  state.high = upper
  state.low = lower
}

function bigEndian(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value >>> 0)
  return bytes
}

function lazily<T>(make: () => T): () => T {
  let made: T | undefined
  return () => (made ??= make())
}
