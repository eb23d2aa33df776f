import { createHash, randomBytes } from 'node:crypto'
import { chmod, chown, mkdir, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { zstdCompress, zstdDecompress } from 'node:zlib'
import type { Moment } from '../../backups.ts'
import { formatLsn, parseLsn, segmentNames } from '../copies/wal-segments.ts'
import type { Account } from '../storage/accounts.ts'
import { isMissing, syncFolder } from '../storage/files.ts'
import type { ClusterPaths } from '../storage/paths.ts'
import { damaged, type Manifest } from './manifest.ts'

const [compress, decompress] = [promisify(zstdCompress), promisify(zstdDecompress)]

/** Where a server puts what it archives: its own user writes there, so nothing stays longer than it takes to collect it. */
export function outbox({ folder }: Pick<ClusterPaths, 'folder'>): string {
  return join(folder, 'archive')
}

export async function prepareOutbox(paths: Pick<ClusterPaths, 'folder'>, account: Account): Promise<void> {
  const path = outbox(paths)
  await mkdir(path, { recursive: true, mode: 0o700 })
  await chmod(path, 0o700)
  if (account !== null) await chown(path, account.uid, account.gid)
}

const segmentForm = /^[0-9A-F]{24}$/
const historyForm = /^[0-9A-F]{8}\.history$/
/** What is kept, with the SHA-256 of its content: NAME.SHA256.zst */
const keptForm = /^([0-9A-F]{24}|[0-9A-F]{8}\.history)\.([0-9a-f]{64})\.zst$/

/**
 * Moves what a server has archived to where only we may enter, each file with its SHA-256 in its name. Cut off anywhere, it is done again.
 *
 * @returns names of the segments that are kept now
 * @throws AppError `backup_damaged` for a segment that is none; it stays where it is
 */
export async function collectWal(paths: ClusterPaths, kept: string, segmentBytes: number): Promise<string[]> {
  const from = outbox(paths)
  await mkdir(kept, { recursive: true, mode: 0o700 })
  for (const name of await namesOf(from)) {
    if (segmentForm.test(name)) {
      const content = await readFile(join(from, name))
      checkSegment(name, content, segmentBytes)
      await keep(kept, name, content)
    } else if (historyForm.test(name)) await keep(kept, name, await readFile(join(from, name)))
    else continue
    await rm(join(from, name))
  }
  // of a timeline that began while nothing was archived
  const known = await namesOf(kept)
  for (const name of (await namesOf(join(paths.data, 'pg_wal'))).filter((one) => historyForm.test(one))) {
    if (!known.some((one) => one.startsWith(name))) await keep(kept, name, await readFile(join(paths.data, 'pg_wal', name)))
  }
  return (await namesOf(kept)).flatMap((name) => keptForm.exec(name)?.[1] ?? []).filter((name) => segmentForm.test(name))
}

/**
 * Puts the WAL that leads from a backup to a moment into the copy's own `pg_wal`. Every segment between the two is there and is what was
 * archived, or nothing is recovered: Postgres would take a stretch that is missing for the end.
 *
 * @throws AppError `backup_damaged`
 */
export async function layWal(kept: string, data: string, manifest: Manifest, moment: Moment): Promise<void> {
  const shelf = await openShelf(kept, data)
  for (const name of shelf.histories) await shelf.lay(name)
  for (const name of await segmentsBetween(manifest, moment, (name) => shelf.take(name))) await shelf.lay(name)
}

/** Tells a copy which timelines there are, so that the next one gets a number that none of them has. */
export async function layHistories(kept: string, data: string): Promise<void> {
  const shelf = await openShelf(kept, data)
  for (const name of shelf.histories) await shelf.lay(name)
}

interface Shelf {
  readonly histories: readonly string[]
  /** What was archived under that name. */
  readonly take: (name: string) => Promise<Buffer>
  /** Puts it into the copy. */
  readonly lay: (name: string) => Promise<void>
}

async function openShelf(kept: string, data: string): Promise<Shelf> {
  const names = (await namesOf(kept)).filter((name) => keptForm.test(name))
  const take = async (name: string): Promise<Buffer> => {
    const found = names.filter((one) => one.startsWith(`${name}.`))
    if (found.length === 0) throw damaged(name, 'is missing in the archive of WAL')
    if (found.length > 1) throw damaged(name, 'is in the archive of WAL with two contents')
    const content = await decompress(await readFile(join(kept, found[0]!))).catch(() => Buffer.alloc(0))
    if (sha256(content) !== keptForm.exec(found[0]!)![2]) throw damaged(name, 'has another content than was archived (its SHA-256 differs)')
    return content
  }
  return {
    histories: names.map((one) => keptForm.exec(one)![1]!).filter((one) => historyForm.test(one)),
    take,
    lay: async (name) => writeFile(join(data, 'pg_wal', name), await take(name), { mode: 0o600 }),
  }
}

/** Names of the segments after those of the backup, up to and with that of the moment, along the timelines that lead there. */
async function segmentsBetween(manifest: Manifest, { timeline, segment }: Moment, take: (name: string) => Promise<Buffer>): Promise<string[]> {
  const size = BigInt(manifest.segmentBytes)
  const stop = parseLsn(manifest.stopLsn)
  const first = stop - (stop % size) + (stop % size === 0n ? 0n : size)
  const end = positionOf(segment, manifest.segmentBytes) + size
  const history = timeline === 1 ? [] : parseHistory((await take(`${hex8(timeline)}.history`)).toString('utf8'))
  if (timeline !== manifest.timeline && !history.some((one) => one.timeline === manifest.timeline)) {
    throw damaged(`${hex8(timeline)}.history`, `does not come from the backup's timeline ${manifest.timeline}`)
  }
  // the segment in which one timeline leaves another is the later one's, and has all of the earlier one's that counts
  const stretches = [...history, { timeline, until: end }].filter((one) => one.timeline >= manifest.timeline)
  const names: string[] = []
  let position = first
  for (const [place, { timeline: number, until }] of stretches.entries()) {
    const isLast = place === stretches.length - 1
    if (!isLast && until < stop)
      throw damaged(`${hex8(timeline)}.history`, `left timeline ${number} at ${formatLsn(until)}, before the backup was made`)
    const limit = isLast ? end : until - (until % size)
    names.push(...segmentNames(number, position, limit, manifest.segmentBytes))
    if (limit > position) position = limit
    // the backup's own last segment may be the one in which the next timeline began
    if (!isLast && limit < first) position = limit
  }
  return names
}

/** Lines of "parent, where it was left, why" (src/backend/access/transam/timeline.c). */
function parseHistory(text: string): { readonly timeline: number; readonly until: bigint }[] {
  const lines = text.split('\n').filter((line) => /^\d/.test(line))
  return lines.map((line) => {
    const [parent = '', lsn = ''] = line.split(/\s+/)
    return { timeline: Number(parent), until: parseLsn(lsn) }
  })
}

/** A segment begins with the position that its name says (XLogLongPageHeaderData, src/include/access/xlog_internal.h). */
function checkSegment(name: string, content: Buffer, segmentBytes: number): void {
  if (content.length !== segmentBytes) throw damaged(name, `was archived with ${content.length} bytes in place of ${segmentBytes}`)
  if (content.readBigUInt64LE(8) !== positionOf(name, segmentBytes) || content.readUInt32LE(32) !== segmentBytes) {
    throw damaged(name, 'was archived with the content of another segment')
  }
}

/** Where a segment begins. */
function positionOf(name: string, segmentBytes: number): bigint {
  const [log, part] = [BigInt(`0x${name.slice(8, 16)}`), BigInt(`0x${name.slice(16)}`)]
  return (log << 32n) + part * BigInt(segmentBytes)
}

async function keep(kept: string, name: string, content: Buffer): Promise<void> {
  const target = join(kept, `${name}.${sha256(content)}.zst`)
  const beside = join(kept, `${randomBytes(6).toString('hex')}.part`)
  try {
    const file = await open(beside, 'wx', 0o600)
    try {
      await file.writeFile(await compress(content))
      await file.datasync()
    } finally {
      await file.close()
    }
    await rename(beside, target)
  } catch (error) {
    await rm(beside, { force: true })
    throw error
  }
  await syncFolder(kept)
}

async function namesOf(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).sort()
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}

function hex8(number: number): string {
  return number.toString(16).toUpperCase().padStart(8, '0')
}

function sha256(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex')
}
