import { type FileHandle, open, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Random } from '@colonnade/core'

/**
 * Offsets within pg_control (src/include/catalog/pg_control.h, PG_CONTROL_VERSION 1300 and later) and the first page of a WAL segment
 * (src/include/access/xlog_internal.h), both in the machine's byte order, which is little-endian on every machine we run on.
 */
const controlOffsets = { systemIdentifier: 0, state: 16, checkpoint: 32, redo: 40, timeline: 48 }
const walSystemIdentifier = 24
/** The same for every cluster, because initdb sets it in the template. */
export const walSegmentBytes = 4 * 1024 * 1024

/**
 * Gives a copied cluster a system identifier of its own: in pg_control, whose checksum follows, and in the first page of each WAL segment
 * that it has, which no checksum covers. Never for a physical replica, which must share its primary's. Returns the identifier.
 *
 * @throws Error when pg_control's checksum is not where any known version has it; nothing is changed then
 */
export async function giveIdentity(data: string, random: Random): Promise<bigint> {
  const identifier = Buffer.from(random.bytes(8))
  identifier[7]! &= 0x7f // it is shown as a signed number in places
  await withFile(controlPath(data), 'r+', async (file) => {
    const control = await contents(file)
    const place = checksumPlace(control)
    identifier.copy(control, controlOffsets.systemIdentifier)
    control.writeUInt32LE(crc32c(control.subarray(0, place)), place)
    await file.write(control, 0, control.length, 0)
  })
  for (const name of await walSegments(data)) {
    await withFile(join(data, 'pg_wal', name), 'r+', (file) => file.write(identifier, 0, 8, walSystemIdentifier))
  }
  return identifier.readBigUInt64LE()
}

/** The system identifier of a cluster, which all of its WAL carries. */
export async function readIdentity(data: string): Promise<bigint> {
  return withFile(controlPath(data), 'r', async (file) => {
    const control = await contents(file)
    checksumPlace(control)
    return control.readBigUInt64LE(controlOffsets.systemIdentifier)
  })
}

/** The name of the WAL segment that a cleanly shut down cluster starts from. */
export async function redoSegment(data: string): Promise<string> {
  return withFile(controlPath(data), 'r', async (file) => {
    const control = await contents(file)
    checksumPlace(control)
    const number = control.readBigUInt64LE(controlOffsets.redo) / BigInt(walSegmentBytes)
    const perFile = 0x1_0000_0000n / BigInt(walSegmentBytes)
    const parts = [BigInt(control.readUInt32LE(controlOffsets.timeline)), number / perFile, number % perFile]
    return parts.map((part) => part.toString(16).toUpperCase().padStart(8, '0')).join('')
  })
}

export interface ControlFile {
  /** Whether the server was shut down in order, and was no standby. */
  readonly isShutDown: boolean
  /** Where its last checkpoint begins: the last record of a server that was shut down. */
  readonly checkpoint: bigint
  readonly timeline: number
}

/** DB_SHUTDOWNED */
const shutDownState = 1

export function readControl(data: string): Promise<ControlFile> {
  return withFile(controlPath(data), 'r', async (file) => {
    const control = await contents(file)
    checksumPlace(control)
    return {
      isShutDown: control.readUInt32LE(controlOffsets.state) === shutDownState,
      checkpoint: control.readBigUInt64LE(controlOffsets.checkpoint),
      timeline: control.readUInt32LE(controlOffsets.timeline),
    }
  })
}

/** Drops every WAL segment of a cleanly shut down cluster but the one it starts from: recycled ones are most of a small cluster's size. */
export async function dropSpareWal(data: string): Promise<void> {
  const keep = await redoSegment(data)
  const names = await walSegments(data)
  if (!names.includes(keep)) throw new Error(`The WAL segment ${keep} is missing`)
  await Promise.all(names.filter((name) => name !== keep).map((name) => rm(join(data, 'pg_wal', name))))
}

async function walSegments(data: string): Promise<string[]> {
  return (await readdir(join(data, 'pg_wal'))).filter((name) => /^[0-9A-F]{24}$/.test(name))
}

/** Where pg_control keeps its CRC-32C, found by matching: behind all fields, whose number changes between major versions. */
export function checksumPlace(control: Buffer): number {
  for (let place = 200; place <= 500; place += 4) {
    if (control.readUInt32LE(place) === crc32c(control.subarray(0, place))) return place
  }
  throw new Error('Unknown pg_control format: no checksum matches')
}

const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0x82f63b78 : value >>> 1
  return value
})

/** CRC-32C (Castagnoli; RFC 3720, appendix B.4), the checksum of Postgres's control file and WAL records. */
export function crc32c(bytes: Uint8Array): number {
  let value = 0xffffffff
  for (const byte of bytes) value = table[(value ^ byte) & 0xff]! ^ (value >>> 8)
  return (value ^ 0xffffffff) >>> 0
}

function controlPath(data: string): string {
  return join(data, 'global', 'pg_control')
}

async function contents(file: FileHandle): Promise<Buffer> {
  const content = await file.readFile()
  if (content.length < 512) throw new Error('pg_control is too short')
  return content
}

async function withFile<T>(path: string, flags: string, work: (file: FileHandle) => Promise<T>): Promise<T> {
  const file = await open(path, flags)
  try {
    return await work(file)
  } finally {
    await file.close()
  }
}
