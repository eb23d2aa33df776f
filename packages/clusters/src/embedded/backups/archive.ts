import { createHash } from 'node:crypto'
import { chmod, mkdir, open, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { zstdCompress, zstdDecompress } from 'node:zlib'
import { isAppError } from '@colonnade/core'
import type { Backup, KeptWal, Moment, Reach, WalStretch } from '../../backups.ts'
import { formatLsn, lineBytes, parseLsn, segmentName, segmentNames } from '../copies/wal-segments.ts'
import { isAlive } from '../process/processes.ts'
import { type Account, giveTo } from '../storage/accounts.ts'
import { isMissing, writeDurably } from '../storage/files.ts'
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
  await giveTo(account, path)
}

export const segmentForm = /^[0-9A-F]{24}$/
/** The last segment of a timeline before a standby switched to another. */
const partialForm = /^[0-9A-F]{24}\.partial$/
const historyForm = /^[0-9A-F]{8}\.history$/
/** What Postgres notes of a base backup; ours have notes of their own. */
const backupForm = /^[0-9A-F]{24}\.[0-9A-F]{8}\.backup$/
/** What the process of that number is writing (contrib/basic_archive): one that was killed leaves it. */
const unfinishedForm = /^archtemp\..+\.(\d+)\.\d+$/
/** What is kept, with the SHA-256 of its content: NAME.SHA256.zst */
export const keptForm = /^([0-9A-F]{24}|[0-9A-F]{8}\.history)\.([0-9a-f]{64})\.zst$/

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
    // the next timeline's segment of that place has all of it that counts
    else if (!partialForm.test(name) && !backupForm.test(name) && !isLeft(name)) continue
    await rm(join(from, name))
  }
  // of a timeline that began while nothing was archived
  const known = await namesOf(kept)
  for (const name of (await namesOf(join(paths.data, 'pg_wal'))).filter((one) => historyForm.test(one))) {
    if (!known.some((one) => one.startsWith(name))) await keep(kept, name, await readFile(join(paths.data, 'pg_wal', name)))
  }
  return (await namesOf(kept)).flatMap((name) => keptForm.exec(name)?.[1] ?? []).filter((name) => segmentForm.test(name))
}

/** Removes archived files that were not collected yet. Call only after archiving has stopped. */
export async function emptyOutbox(paths: Pick<ClusterPaths, 'folder'>): Promise<void> {
  for (const name of await namesOf(outbox(paths))) await rm(join(outbox(paths), name), { force: true })
}

function isLeft(name: string): boolean {
  const [, pid] = unfinishedForm.exec(name) ?? []
  return pid !== undefined && !isAlive(Number(pid))
}

/**
 * Puts the WAL that leads from a backup to a moment into the copy's own `pg_wal`. Every segment between the two is there and is what was
 * archived, or nothing is recovered: Postgres would take a stretch that is missing for the end.
 *
 * @throws AppError `backup_damaged`
 */
export async function layWal(kept: string, data: string, manifest: Manifest, moment: Moment): Promise<void> {
  const shelf = await openShelf(kept)
  // with what the history of its timeline says: others are of no use on the way
  const names = await segmentsBetween(manifest, moment, shelf.take)
  await layHistories(kept, data)
  for (const name of names) await lay(data, name, await shelf.take(name))
}

/**
 * Gives a copy the timeline histories, so that its next timeline gets an unused number. Postgres only checks whether a
 * history exists, so an empty file reserves the number of an unreadable history.
 */
export async function layHistories(kept: string, data: string): Promise<void> {
  const shelf = await openShelf(kept)
  for (const name of shelf.histories) {
    const content = await shelf.take(name).catch(() => null)
    if (content !== null) await lay(data, name, content)
    else await (await open(join(data, 'pg_wal', name), 'a', 0o600)).close()
  }
}

function lay(data: string, name: string, content: Buffer): Promise<void> {
  return writeFile(join(data, 'pg_wal', name), content, { mode: 0o600 })
}

/** What is kept of archived WAL. */
export interface Shelf {
  readonly histories: readonly string[]
  /** Each once, whatever there is of it. */
  readonly names: readonly string[]
  /** With one content each. */
  readonly segments: readonly string[]
  /** What was archived under that name. */
  readonly take: (name: string) => Promise<Buffer>
}

export async function openShelf(kept: string): Promise<Shelf> {
  const names = await keptNames(kept)
  const take = async (name: string): Promise<Buffer> => {
    const found = names.filter((one) => one.startsWith(`${name}.`))
    if (found.length === 0) throw damaged(name, 'is missing from the WAL archive')
    if (found.length > 1) throw damaged(name, 'has two versions in the WAL archive')
    const content = await decompress(await readFile(join(kept, found[0]!))).catch(() => Buffer.alloc(0))
    if (sha256(content) !== keptForm.exec(found[0]!)![2]) throw damaged(name, 'differs from the archived content (SHA-256 mismatch)')
    return content
  }
  const archived = names.map((one) => keptForm.exec(one)![1]!)
  return {
    names: [...new Set(archived)],
    histories: archived.filter((one) => historyForm.test(one)),
    // sorted, so that two of a name stand side by side
    segments: archived.filter((one, place) => segmentForm.test(one) && one !== archived[place - 1] && one !== archived[place + 1]),
    take,
  }
}

/** Names of the segments after those of the backup, up to and with that of the moment, along the timelines that lead there. */
async function segmentsBetween(manifest: Manifest, { timeline, segment }: Moment, take: (name: string) => Promise<Buffer>): Promise<string[]> {
  const { segmentBytes } = manifest
  const { passed, next } = await leadTo(timeline, manifest, segmentBytes, take)
  const end = positionOf(segment, segmentBytes) + BigInt(segmentBytes)
  return [...passed, { timeline, from: next, to: end }].flatMap((one) => segmentNames(one.timeline, one.from, one.to, segmentBytes))
}

/** A row of segments, by the position that it begins at, and the one that it ends before. */
interface Row {
  readonly timeline: number
  readonly from: bigint
  readonly to: bigint
}

/**
 * The rows of segments that lead from a backup to a timeline, and where on that they go on.
 *
 * @throws AppError `backup_damaged` where no way leads there
 */
async function leadTo(
  timeline: number,
  from: Pick<Backup, 'timeline' | 'stopLsn'>,
  segmentBytes: number,
  take: (name: string) => Promise<Buffer>,
): Promise<{ readonly passed: readonly Row[]; readonly next: bigint }> {
  const size = BigInt(segmentBytes)
  const stop = parseLsn(from.stopLsn)
  const first = firstAfter(stop, size)
  const file = historyName(timeline)
  // it lists earlier timelines, which don't matter when the backup is on the same timeline
  const history = timeline === from.timeline ? [] : parseHistory((await take(file)).toString('utf8'))
  if (timeline !== from.timeline && !history.some((one) => one.timeline === from.timeline)) {
    throw damaged(file, `does not come from the backup's timeline ${from.timeline}`)
  }
  const passed: Row[] = []
  let position = first
  for (const { timeline: number, until } of history.filter((one) => one.timeline >= from.timeline)) {
    if (until < stop) throw damaged(file, `left timeline ${number} at ${formatLsn(until)}, before the backup`)
    // the segment in which one timeline leaves another is the later one's, and has all of the earlier one's that counts
    const limit = until - (until % size)
    passed.push({ timeline: number, from: position, to: limit })
    // the backup's own last segment may be the one in which the next timeline began
    if (limit > position || limit < first) position = limit
  }
  return { passed, next: position }
}

/**
 * How far each backup leads, on each timeline that there is: as long as one segment follows the other, and is none of the damaged.
 */
export async function reachOf(
  kept: string,
  from: readonly Pick<Backup, 'id' | 'timeline' | 'stopLsn'>[],
  damagedOnes: readonly string[],
  segmentBytes: number,
): Promise<Reach[]> {
  const shelf = await openShelf(kept)
  const ends = endsOfRows(
    shelf.segments.filter((name) => !damagedOnes.includes(name)),
    segmentBytes,
  )
  const nameAt = (timeline: number, position: bigint) => segmentName(timeline, position, segmentBytes)
  const isWhole = (row: Row) => row.from >= row.to || (ends.get(nameAt(row.timeline, row.from)) ?? '') >= nameAt(row.timeline, row.to - 1n)
  const found: Reach[] = []
  for (const backup of from) {
    const later = shelf.histories.map((name) => Number.parseInt(name, 16)).filter((timeline) => timeline > backup.timeline)
    for (const timeline of [backup.timeline, ...later]) {
      const way = await leadTo(timeline, backup, segmentBytes, shelf.take).catch((error: unknown) => {
        if (isAppError(error, 'backup_damaged')) return undefined
        throw error
      })
      const segment = way?.passed.every(isWhole) === true ? ends.get(nameAt(timeline, way.next)) : undefined
      if (segment !== undefined) found.push({ backup: backup.id, timeline, segment })
    }
  }
  return found
}

/** The content of segments that follow each other; of a row with a gap what comes after it. `isWhole`: none is left out, for a gap or as too many. */
export async function takeSegments(
  kept: string,
  { timeline, after, upTo, most }: WalStretch,
  segmentBytes: number,
): Promise<{ readonly segments: Buffer[]; readonly isWhole: boolean }> {
  const shelf = await openShelf(kept)
  const names = shelf.segments.filter((name) => Number.parseInt(name.slice(0, 8), 16) === timeline && name > after && name <= upTo).toSorted()
  const ends = endsOfRows(names, segmentBytes)
  const row = names.filter((name) => ends.get(name) === names.at(-1)).slice(-most)
  const first = after === '' ? row[0] : segmentName(timeline, positionOf(after, segmentBytes) + BigInt(segmentBytes), segmentBytes)
  return { segments: await Promise.all(row.map(shelf.take)), isWhole: row.length === names.length && row[0] === first }
}

/** Of each segment the last one that follows it without a gap. */
function endsOfRows(segments: readonly string[], segmentBytes: number): Map<string, string> {
  const size = BigInt(segmentBytes)
  const ends = new Map<string, string>()
  for (const name of segments.toSorted().toReversed()) {
    const next = segmentName(Number.parseInt(name.slice(0, 8), 16), positionOf(name, segmentBytes) + size, segmentBytes)
    ends.set(name, ends.get(next) ?? name)
  }
  return ends
}

/** Removes the segments that none of the backups up to these positions needs; all for null. Histories stay. */
export async function forgetSegments(kept: string, needed: readonly string[] | null, segmentBytes: number): Promise<void> {
  for (const file of await keptNames(kept)) {
    if (segmentForm.test(file.slice(0, 24)) && (needed === null || !isNeeded(file, needed, segmentBytes))) await rm(join(kept, file), { force: true })
  }
}

/** Whether one of the backups up to these positions needs a file that is kept; histories are, and everything where no backup is known. */
export function isNeeded(file: string, needed: readonly string[], segmentBytes: number): boolean {
  const name = file.slice(0, 24)
  if (needed.length === 0 || !segmentForm.test(name)) return true
  const size = BigInt(segmentBytes)
  // the backup's own last segment may be the one in which a later timeline began, which has one of the same place
  const position = positionOf(name, segmentBytes)
  // nor does one of a cluster need what another has written in its place
  return needed.map(parseLsn).some((stop) => position + size > stop - (stop % size) && position < stop + lineBytes)
}

/** Throws away what was archived under that name. */
export async function discardSegment(paths: ClusterPaths, name: string): Promise<void> {
  if (segmentForm.test(name)) await rm(join(outbox(paths), name), { force: true })
}

/** The position that the segments of a backup end before, which has WAL up to another. */
function firstAfter(stop: bigint, size: bigint): bigint {
  return stop - (stop % size) + (stop % size === 0n ? 0n : size)
}

function historyName(timeline: number): string {
  return `${timeline.toString(16).toUpperCase().padStart(8, '0')}.history`
}

/** Lines of "parent, where it was left, why" (src/backend/access/transam/timeline.c). */
function parseHistory(text: string): { readonly timeline: number; readonly until: bigint }[] {
  const lines = text.split('\n').filter((line) => /^\d/.test(line))
  return lines.map((line) => {
    const [parent = '', lsn = ''] = line.split(/\s+/)
    return { timeline: Number(parent), until: parseLsn(lsn) }
  })
}

/** The highest timeline and the highest position that there ever were, by those of a cluster, its own `pg_wal` and what is kept. */
export async function newestOf(
  kept: string,
  data: string,
  own: { readonly timeline: number; readonly position: bigint },
  segmentBytes: number,
): Promise<{ readonly timeline: number; readonly position: bigint }> {
  const { names, segments } = await openShelf(kept)
  const histories = (await namesOf(join(data, 'pg_wal'))).filter((name) => historyForm.test(name))
  const timelines = [...names, ...histories].map((name) => Number.parseInt(name.slice(0, 8), 16))
  const positions = segments.map((name) => positionOf(name, segmentBytes))
  return { timeline: Math.max(own.timeline, ...timelines), position: positions.reduce((most, one) => (one > most ? one : most), own.position) }
}

/** How much is kept, as it lies on the disk. */
export async function measureWal(kept: string): Promise<KeptWal> {
  const files = await keptNames(kept)
  const sizes = await Promise.all(files.map((name) => sizeIfThere(join(kept, name))))
  return { segments: files.filter((name) => segmentForm.test(name.slice(0, 24))).length, bytes: sizes.reduce((sum, bytes) => sum + bytes, 0) }
}

/** A segment may be forgotten at any time. */
async function sizeIfThere(path: string): Promise<number> {
  try {
    return (await stat(path)).size
  } catch (error) {
    if (isMissing(error)) return 0
    throw error
  }
}

/** A segment begins with the position that its name says (XLogLongPageHeaderData, src/include/access/xlog_internal.h). */
function checkSegment(name: string, content: Buffer, segmentBytes: number): void {
  if (content.length !== segmentBytes) throw damaged(name, `was archived with ${content.length} bytes instead of ${segmentBytes}`)
  if (content.readBigUInt64LE(8) !== positionOf(name, segmentBytes) || content.readUInt32LE(32) !== segmentBytes) {
    throw damaged(name, 'was archived with the content of another segment')
  }
}

/** Where a segment begins. */
export function positionOf(name: string, segmentBytes: number): bigint {
  const [log, part] = [BigInt(`0x${name.slice(8, 16)}`), BigInt(`0x${name.slice(16)}`)]
  return (log << 32n) + part * BigInt(segmentBytes)
}

/** Puts a segment, or a history, on the shelf for good. */
export async function keep(kept: string, name: string, content: Buffer): Promise<void> {
  await writeDurably(join(kept, `${name}.${sha256(content)}.zst`), await compress(content), 0o600)
}

/** Names of the files that are kept. */
export async function keptNames(kept: string): Promise<string[]> {
  return (await namesOf(kept)).filter((name) => keptForm.test(name))
}

async function namesOf(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).sort()
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}

function sha256(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex')
}
