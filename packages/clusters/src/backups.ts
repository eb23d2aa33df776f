import type { Readable } from 'node:stream'
import type { ClusterEndpoint, ComputeSize } from './clusters.ts'

/** A physical backup: a copy of all files of a cluster with the WAL that makes it whole, kept where the cluster's own user can't reach. */
export interface Backup {
  readonly id: string
  /** of the cluster that was copied */
  readonly ref: string
  /** e.g. "18.4" */
  readonly version: string
  readonly compute: ComputeSize
  readonly systemIdentifier: string
  readonly timeline: number
  /** Positions in WAL, e.g. "0/2000028": restored to the backup itself, a cluster is as it was at the second. */
  readonly startLsn: string
  readonly stopLsn: string
  /** When the cluster was as the backup has it. ISO 8601 */
  readonly takenAt: string
  readonly files: number
  readonly bytes: number
  /** Of the manifest, which has the size and the SHA-256 of every file. Keep it elsewhere: it tells whether a backup is the one that was made. */
  readonly manifestSha256: string
}

/** A moment to which all WAL was archived. */
export interface Moment {
  /** By the server's clock, ISO 8601 to the microsecond. What was committed until then is in the WAL up to the end of `segment`. */
  readonly at: string
  readonly timeline: number
  /** e.g. "000000010000000000000002" */
  readonly segment: string
}

/** A moment, and how the server tells whether anything was committed after it. */
export interface Mark extends Moment {
  /** What `unchangedUntil` is asked with; null when somebody was committing just then. */
  readonly snapshot: string | null
}

/** How far the WAL that was archived leads from a backup, without a gap: along one timeline, up to the end of a segment. */
export interface Reach {
  readonly backup: string
  readonly timeline: number
  readonly segment: string
}

/** Rows of one table that a transaction changed. */
export interface TableChange {
  /** Object identifier of its database, and the number of its file (`pg_class.relfilenode`). */
  readonly database: number
  readonly file: number
  readonly inserted: number
  readonly updated: number
  readonly deleted: number
}

/** A transaction that was committed. */
export interface Commit {
  /** By the server's clock, ISO 8601 to the microsecond. */
  readonly at: string
  readonly transaction: number
  /** Of tables of users, catalogs left out. */
  readonly changes: readonly TableChange[]
  /** Files of tables and indexes that went with it, with their databases: something was dropped, truncated or written anew. */
  readonly dropped: readonly Pick<TableChange, 'database' | 'file'>[]
}

/** A table as WAL calls it, also one that is gone. */
export interface WalTable extends Pick<TableChange, 'database' | 'file'> {
  readonly name: string
  /** Object identifiers of its schema and its owner. */
  readonly schema: number
  readonly owner: number
}

/** What a stretch of WAL tells. */
export interface WalCommits {
  readonly commits: Commit[]
  /** Those tables whose rows of the catalog are in it. One that it calls by two names is left out: which was its last can not be told. */
  readonly tables: WalTable[]
}

/** WAL that is kept. */
export interface KeptWal {
  readonly segments: number
  /** As it lies on the disk, compressed, with the histories of timelines. */
  readonly bytes: number
}

/** What was found when everything that is kept of the WAL was read. */
export interface WalReading {
  /** That were read, the damaged among them. */
  readonly segments: number
  /** Segments, and histories of timelines, that are not what was archived, or no WAL of this cluster. */
  readonly damaged: readonly { readonly file: string; readonly problem: string }[]
}

/** A row of segments on one timeline: after the one, up to and with the other. */
export interface WalStretch {
  readonly timeline: number
  /** From the first one that is kept when it is empty. */
  readonly after: string
  readonly upTo: string
  /** Segments that are read; the first ones are left out when there are more. */
  readonly most: number
}

/** A backup, and what it has to be. */
export interface BackupSource extends Pick<Backup, 'ref' | 'id' | 'manifestSha256'> {
  /**
   * Not the backup itself, but what the WAL that was archived afterwards has made of it: every commit until `at`, and none after. Along the
   * timeline of `archived`, which knows nothing of what was committed on the one before after that was left.
   */
  readonly until?: { readonly at: string; /** At or after `at`. */ readonly archived: Moment } | undefined
}

/** What has been done of a backup that is being made, in this order. */
export type BackupStep = 'began' | 'copied'

/** What has been done of a backup that is being restored, in this order. */
export type RestoreStep =
  /** all of its files are there, are what they were, and are copied */
  | 'checked'
  /** a server has brought the copy to the moment that was asked for, and has opened it */
  | 'recovered'

/** Where a backup is restored to. */
export interface RestoreTarget {
  /** Of the cluster, which may be there already. */
  readonly ref: string
  readonly compute: ComputeSize
  /** What the restore is called: a cluster remembers which one it comes from. */
  readonly restore: string
}

export interface BackupOptions<Step> {
  /** Hears of each step as it is done. */
  readonly tell?: (step: Step) => Promise<void>
  /** Gives it up; what there is of it is removed. */
  readonly signal?: AbortSignal
}

/**
 * Backups of clusters, and clusters out of backups. Everything may be repeated after a crash at any instant. A backup is used only after
 * each of its files has been found to be there, with the size and the SHA-256 that it was made with.
 *
 * Errors, besides those of `Clusters`: `backup_not_found`, `backup_damaged`, `recovery_failed` (details.log).
 */
export interface Backups {
  /** Copies a cluster that runs. One that is there under that id is replaced. @throws AppError `cluster_not_running` */
  take(ref: string, id: string, options?: BackupOptions<BackupStep>): Promise<Backup>
  /**
   * Turns the continuous archiving of a cluster's WAL on or off; resolves when a server that runs does so. What is archived from a
   * backup on can be restored to any moment; it is kept until `forgetWal` or all backups are removed. @throws AppError `cluster_is_replica`
   */
  archive(ref: string, isOn: boolean): Promise<void>
  /** Takes what the server has archived to where only the platform may enter. Returns the names of all segments that are there. */
  collect(ref: string): Promise<string[]>
  /** Throws away what the server has archived under that name, because it is no segment: there is a gap in its place. */
  discard(ref: string, segment: string): Promise<void>
  /** How far each backup leads now, on each timeline; those that lead nowhere are left out. `damaged` segments count as missing. */
  reach(ref: string, from: readonly Pick<Backup, 'id' | 'timeline' | 'stopLsn'>[], damaged: readonly string[]): Promise<Reach[]>
  /** How much archived WAL is kept. */
  measureWal(ref: string): Promise<KeptWal>
  /**
   * Reads through all WAL that is kept: each file's content against the SHA-256 that it was archived with, each page's header against its
   * place, and whose WAL it is. One that is forgotten meanwhile is left out.
   */
  readWal(ref: string, options?: { readonly signal?: AbortSignal }): Promise<WalReading>
  /** What was committed in a stretch of the WAL that is kept, in order; `isWhole` unless its first segments were left out, as too many or from before a gap. @throws AppError `backup_damaged` */
  commits(ref: string, stretch: WalStretch): Promise<WalCommits & { readonly isWhole: boolean }>
  /** Removes the WAL that none of the backups with these `stopLsn` needs, on every timeline; all of it for null, for which archiving is to be off. Histories of timelines stay. */
  forgetWal(ref: string, needed: readonly string[] | null): Promise<void>
  /**
   * Has everything archived and collected that is committed until now.
   *
   * @throws AppError `wal_not_archived` when that does not happen in time: the disk is full, read-only, or archiving is off
   */
  mark(ref: string): Promise<Mark>
  /** Until when it is sure that nothing was committed since a mark (by the server's clock, ISO 8601); null when something was. */
  unchangedUntil(ref: string, snapshot: string): Promise<string | null>
  /** Identifiers of the backups of a cluster. */
  list(ref: string): Promise<string[]>
  /** Restores into a place of its own, lets a server run on it for as long as the work takes, and leaves nothing. */
  rehearse<T>(source: BackupSource, work: (server: ClusterEndpoint) => Promise<T>, options?: BackupOptions<RestoreStep>): Promise<T>
  /**
   * Restores, and keeps the result until `place` is called for that cluster or the driver closes. The cluster itself, if there is one,
   * goes on meanwhile. One that there is none of gets an identity of its own.
   */
  prepare(source: BackupSource, into: RestoreTarget, options?: BackupOptions<RestoreStep>): Promise<void>
  /**
   * Puts what was prepared in place, stopped: as a new cluster, or in place of the one that there is, which is stopped and gone then.
   * A restore that is in place already stays so.
   *
   * @returns whether it is in place; false when nothing is prepared
   * @throws AppError `cluster_has_replicas`
   */
  place(into: Pick<RestoreTarget, 'ref' | 'restore'>): Promise<boolean>
  /** The backup as a tar archive. @throws AppError `backup_not_found`, `backup_damaged` when its manifest is not what was written */
  read(source: BackupSource): Promise<Readable>
  /**
   * Puts a backup in its place out of what `read` gave, instead of what there is of it, all at once.
   *
   * @throws AppError `backup_damaged` when it is not that backup
   */
  write(source: BackupSource, archive: Readable, options?: { readonly signal?: AbortSignal }): Promise<void>
  /** Names of the files that are kept of archived WAL, e.g. "000000010000000000000002.SHA256.zst": each says what its content is. */
  listWal(ref: string): Promise<string[]>
  /** Whether a file of archived WAL is one that `forgetWal` would leave. */
  isWalNeeded(file: string, needed: readonly string[]): boolean
  /** One of them, compressed; null when it is kept no more. @throws AppError `backup_damaged` when it is not what the name says */
  readWalFile(ref: string, name: string): Promise<Buffer | null>
  /** Keeps what `readWalFile` gave, instead of what there is under that name. @throws AppError `backup_damaged` when it is not what the name says */
  writeWalFile(ref: string, name: string, content: Buffer): Promise<void>
  remove(ref: string, id: string): Promise<void>
  /** Removes all backups of a cluster, whether there still is one or not. */
  removeAll(ref: string): Promise<void>
}
