import { randomBytes } from 'node:crypto'
import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Queryable, withClient } from '@colonnade/pg'
import { sql } from '@colonnade/sql'
import type { ClusterEndpoint } from '../../clusters.ts'
import { targetOf } from '../../logins.ts'
import { type Account, giveTo } from '../storage/accounts.ts'
import { onDisk } from '../storage/files.ts'
import { type CopiedFile, copyDataFolder, copyOwned, createMeasurer } from './copy-files.ts'
import { parseLsn, segmentNames } from './wal-segments.ts'

export interface BaseCopyPlan {
  /** The running server that is copied, and its data folder. */
  readonly endpoint: ClusterEndpoint
  readonly source: string
  /** A folder that is not there yet, or a copy of the template that the server began as: what it has not written since is not copied. */
  readonly target: string
  /** Whom the copy is to belong to: the account that its server will have. Us, unless it is said. */
  readonly owner?: Account
  /** What the copy is called in its label file, e.g. "colonnade replica". */
  readonly label: string
  /** What the copy is when it starts: a standby, or a server that recovers and then goes its own way. None: whoever restores it says so. */
  readonly signalFile?: 'standby.signal' | 'recovery.signal'
  /**
   * Also copies the WAL that makes the copy whole, from its start to its stop, so that it needs nothing else to be started. A slot for
   * the time of the copy keeps it. Otherwise the caller sees to its being kept.
   */
  readonly withWal?: boolean
  /** Comes to an end only when that WAL has been archived. */
  readonly waitsForArchive?: boolean
  /** Measures each copied file. */
  readonly isMeasured?: boolean
  /** Hears that the server is in backup mode. */
  readonly began?: () => Promise<void>
  /** Gives the copy up. What is there of it then is the caller's to remove. */
  readonly signal?: AbortSignal | undefined
}

/** A finished copy, and what's needed to start a server on it. */
export interface BaseCopy {
  readonly timeline: number
  /** The copy is whole with all WAL from here … */
  readonly start: bigint
  /** … up to here. */
  readonly stop: bigint
  /** Names of the segments that hold it. */
  readonly segments: readonly string[]
  readonly segmentBytes: number
  /** When the copy was whole, by the server's clock. */
  readonly stoppedAt: Date
  /** Text of `backup_label`, which is in the copy. */
  readonly label: string
  /** Whether its server would subscribe to publications of others. */
  readonly isSubscribed: boolean
  /** Of the source's files, without WAL. */
  readonly bytes: number
  /** Every file of the copy, by path; none unless they are measured. */
  readonly files: readonly CopiedFile[]
}

/**
 * Copies the files of a running server as a low-level base backup (PostgreSQL documentation, "Making a Base Backup Using the Low Level
 * API"). Replaying the WAL from the start of the backup fixes pages that changed while they were copied. Doesn't sync to disk.
 */
export async function copyBase(plan: BaseCopyPlan): Promise<BaseCopy> {
  const { endpoint, source, target, signalFile, signal, owner = null } = plan
  const files: CopiedFile[] = []
  await using measurer = createMeasurer()
  const copied = async (path: string): Promise<void> => {
    if (plan.isMeasured) files.push(await measurer.measure(target, path))
  }
  const add = async (path: string, text: string): Promise<void> => {
    await writeFile(join(target, path), text, { mode: 0o600 })
    await giveTo(owner, join(target, path))
    await copied(path)
  }
  const copy = async (client: Queryable): Promise<BaseCopy> => {
    if (plan.withWal) await keepWal(client)
    const begun = await begin(client, plan.label)
    await plan.began?.()
    const bytes = await copyDataFolder({ source, target, owner, signal, copied })
    const { stop, label, ...ended } = await end(client, plan.waitsForArchive === true)
    await add('backup_label', label)
    if (signalFile !== undefined) await add(signalFile, '')
    const segments = segmentNames(begun.timeline, begun.start, stop, begun.segmentBytes)
    for (const name of plan.withWal ? [...segments, ...(await histories(source))] : []) {
      signal?.throwIfAborted()
      await copyOwned({ source, target, owner }, `pg_wal/${name}`)
      await copied(`pg_wal/${name}`)
    }
    return { ...begun, ...ended, stop, segments, label, bytes, files: files.sort((one, other) => (one.path < other.path ? -1 : 1)) }
  }
  const { promise: made, resolve, reject } = Promise.withResolvers<BaseCopy>()
  // onDisk turns a full disk into its own error. Doesn't wait for the session to end and its slot to be dropped
  withClient(targetOf(endpoint, 'administrator'), async (client) => resolve(await onDisk(() => copy(client)))).catch(reject)
  return await made
}

/** The files that tell how timelines branched off, which a copy on a later one needs. */
async function histories(source: string): Promise<string[]> {
  return (await readdir(join(source, 'pg_wal'))).filter((name) => /^[0-9A-F]{8}\.history$/.test(name))
}

/** Until this session ends, no WAL from now on is removed. */
async function keepWal(client: Queryable): Promise<void> {
  const name = `colonnade_copy_${randomBytes(6).toString('hex')}`
  await client.run(sql`select pg_create_physical_replication_slot(${name}, immediately_reserve => true, temporary => true)`)
}

async function begin(client: Queryable, label: string): Promise<Pick<BaseCopy, 'timeline' | 'start' | 'segmentBytes'>> {
  const row = await client.first<{ start: string; bytes: number }>(sql`
    select pg_backup_start(${label}, fast => true)::text as start, (select setting::int from pg_settings where name = 'wal_segment_size') as bytes`)
  // a server that runs and is no standby stays on its timeline
  const now = await client.first<{ timeline: number }>(sql`select timeline_id as timeline from pg_control_checkpoint()`)
  return { timeline: now!.timeline, start: parseLsn(row!.start), segmentBytes: row!.bytes }
}

async function end(client: Queryable, waitsForArchive: boolean): Promise<Pick<BaseCopy, 'stop' | 'label' | 'stoppedAt' | 'isSubscribed'>> {
  const row = await client.first<{ lsn: string; labelfile: string; at: Date }>(sql`
    select lsn::text, labelfile, clock_timestamp() as at from pg_backup_stop(wait_for_archive => ${waitsForArchive})`)
  // checked after the copy: a subscription dropped before that also dropped its slot on the publisher
  const found = await client.first(sql`select from pg_catalog.pg_subscription limit 1`)
  return { stop: parseLsn(row!.lsn), label: row!.labelfile, stoppedAt: new Date(row!.at), isSubscribed: found !== undefined }
}
