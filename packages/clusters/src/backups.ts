import type { Readable } from 'node:stream'
import type { ClusterEndpoint, ComputeSize } from './clusters.ts'

/** A physical backup: a copy of a cluster's files plus the WAL to make it consistent, stored where the cluster's OS user has no access. */
export interface Backup {
  readonly id: string
  /** The cluster that was copied */
  readonly ref: string
  /** e.g. "18.4" */
  readonly version: string
  readonly compute: ComputeSize
  readonly systemIdentifier: string
  readonly timeline: number
  /** Positions in WAL, such as "0/2000028". Restoring the backup itself recovers the cluster to `stopLsn`. */
  readonly startLsn: string
  readonly stopLsn: string
  /** The time the backup restores to. ISO 8601 */
  readonly takenAt: string
  readonly files: number
  readonly bytes: number
  /** Hash of the manifest, which lists the size and SHA-256 of every file. Keep it elsewhere: it proves that a backup wasn't replaced. */
  readonly manifestSha256: string
}

/** A point in time, with all WAL up to it archived. */
export interface Moment {
  /** By the server's clock, ISO 8601 to the microsecond. Every earlier commit is in the WAL up to the end of `segment`. */
  readonly at: string
  readonly timeline: number
  /** e.g. "000000010000000000000002" */
  readonly segment: string
}

/** A point in time, with the snapshot that shows whether anything was committed after it. */
export interface Mark extends Moment {
  /** The argument of `unchangedUntil`; null if a transaction was committing at that moment. */
  readonly snapshot: string | null
}

/** How far archived WAL extends from a backup without a gap: along one timeline, up to the end of a segment. */
export interface Reach {
  readonly backup: string
  readonly timeline: number
  readonly segment: string
}

/** Rows of one table that a transaction changed. */
export interface TableChange {
  /** OID of the database, and the table's file number (`pg_class.relfilenode`). */
  readonly database: number
  readonly file: number
  readonly inserted: number
  readonly updated: number
  readonly deleted: number
}

/** A committed transaction. */
export interface Commit {
  /** By the server's clock, ISO 8601 to the microsecond. */
  readonly at: string
  readonly transaction: number
  /** Changes of user tables; catalogs are left out. */
  readonly changes: readonly TableChange[]
  /** Files of tables and indexes that the transaction removed, because it dropped, truncated or rewrote something. */
  readonly dropped: readonly Pick<TableChange, 'database' | 'file'>[]
}

/** A table as WAL identifies it. It may no longer exist. */
export interface WalTable extends Pick<TableChange, 'database' | 'file'> {
  readonly name: string
  /** OIDs of the schema and the owner. */
  readonly schema: number
  readonly owner: number
}

/** The contents of a range of WAL. */
export interface WalCommits {
  readonly commits: Commit[]
  /**
   * Tables with `pg_class` rows in the WAL. Leaves out a table that appears under two names, because WAL doesn't show which is the later
   * one.
   */
  readonly tables: WalTable[]
}

/** The archived WAL of a cluster. */
export interface KeptWal {
  readonly segments: number
  /** Size on disk: compressed, including timeline histories. */
  readonly bytes: number
}

/** The result of reading all archived WAL. */
export interface WalReading {
  /** Segments read, including damaged ones. */
  readonly segments: number
  /** Segments and timeline histories that differ from what was archived, or belong to another cluster. */
  readonly damaged: readonly { readonly file: string; readonly problem: string }[]
}

/** A range of segments on one timeline. */
export interface WalStretch {
  readonly timeline: number
  /** Exclusive. An empty string starts at the first archived segment. */
  readonly after: string
  readonly upTo: string
  /** Maximum number of segments to read; if there are more, the earliest are left out. */
  readonly most: number
}

/** A backup to restore, with the manifest hash that it must have. */
export interface BackupSource extends Pick<Backup, 'ref' | 'id' | 'manifestSha256'> {
  /**
   * Restores to this point in time instead of to the backup itself, by replaying archived WAL: every commit until `at`, and none after it.
   * Follows the timeline of `archived`, which doesn't include later commits on its parent timeline.
   */
  readonly until?: { readonly at: string; /** At or after `at`. */ readonly archived: Moment } | undefined
}

/** The steps of taking a backup, in order. */
export type BackupStep = 'began' | 'copied'

/** The steps of restoring a backup, in order. */
export type RestoreStep =
  /** all files are verified and copied */
  | 'checked'
  /** a recovery server has replayed the WAL and promoted the copy */
  | 'recovered'

/** The destination of a restore. */
export interface RestoreTarget {
  /** Ref of the cluster, which may already exist. */
  readonly ref: string
  readonly compute: ComputeSize
  /** ID of the restore. A cluster remembers the restore it came from. */
  readonly restore: string
}

export interface BackupOptions<Step> {
  /** Called after each step. */
  readonly onStep?: (step: Step) => Promise<void>
  /** Aborts the operation and removes its files. */
  readonly signal?: AbortSignal
}

/**
 * Takes backups of clusters and restores them. Every call can be repeated after a crash at any point. A backup is only used after checking
 * the size and SHA-256 of each file.
 *
 * Throws the errors of `Clusters`, and `backup_not_found`, `backup_damaged`, `recovery_failed` (details.log).
 */
export interface Backups {
  /** Backs up a running cluster. Replaces a backup with the same ID. @throws AppError `cluster_not_running` */
  take(ref: string, id: string, options?: BackupOptions<BackupStep>): Promise<Backup>
  /**
   * Turns continuous WAL archiving on or off; resolves once a running server has applied it. From a backup on, archived WAL can be restored
   * to any point in time. It stays until `forgetWal`, or until all backups are deleted. @throws AppError `cluster_is_replica`
   */
  archive(ref: string, isOn: boolean): Promise<void>
  /** Moves newly archived WAL to a folder that only the platform can enter. Returns the names of all segments there. */
  collect(ref: string): Promise<string[]>
  /** Deletes an archived file that isn't a valid segment. This leaves a gap in the archive. */
  discard(ref: string, segment: string): Promise<void>
  /** Returns how far each backup can be restored on each timeline. Leaves out backups without WAL. `damaged` segments count as missing. */
  reach(ref: string, from: readonly Pick<Backup, 'id' | 'timeline' | 'stopLsn'>[], damaged: readonly string[]): Promise<Reach[]>
  /** Returns the number and size of archived WAL segments. */
  measureWal(ref: string): Promise<KeptWal>
  /**
   * Verifies all archived WAL: each file against its SHA-256, each page header against its position, and the cluster it belongs to. Leaves
   * out segments that `forgetWal` deletes during the call.
   */
  readWal(ref: string, options?: { readonly signal?: AbortSignal }): Promise<WalReading>
  /**
   * Returns the commits in a range of archived WAL, in order. `isWhole` is false if the earliest segments were left out, because of `most`
   * or a gap. @throws AppError `backup_damaged`
   */
  commits(ref: string, stretch: WalStretch): Promise<WalCommits & { readonly isWhole: boolean }>
  /**
   * Deletes WAL that no backup with one of these `stopLsn` needs, on every timeline. Null deletes all of it; turn archiving off first.
   * Timeline histories stay.
   */
  forgetWal(ref: string, needed: readonly string[] | null): Promise<void>
  /**
   * Archives and collects everything committed so far.
   *
   * @throws AppError `wal_not_archived` if that takes too long: the disk is full or read-only, or archiving is off
   */
  mark(ref: string): Promise<Mark>
  /** Returns a time until which nothing was committed after a mark (by the server's clock, ISO 8601), or null if something was. */
  unchangedUntil(ref: string, snapshot: string): Promise<string | null>
  /** Returns the IDs of a cluster's backups. */
  list(ref: string): Promise<string[]>
  /** Restores into a temporary folder, runs a server on it during `work`, then deletes it. */
  rehearse<T>(source: BackupSource, work: (server: ClusterEndpoint) => Promise<T>, options?: BackupOptions<RestoreStep>): Promise<T>
  /**
   * Restores into a staging folder, until `place` is called for that cluster or the driver closes. An existing cluster keeps running; a new
   * one gets its own system identifier.
   */
  prepare(source: BackupSource, into: RestoreTarget, options?: BackupOptions<RestoreStep>): Promise<void>
  /**
   * Puts a prepared restore in place, stopped: as a new cluster, or instead of the existing one, which is stopped and deleted. Does nothing
   * if the restore is already in place.
   *
   * @returns whether it is in place; false if nothing is prepared
   * @throws AppError `cluster_has_replicas`
   */
  place(into: Pick<RestoreTarget, 'ref' | 'restore'>): Promise<boolean>
  /** Streams the backup as a tar archive. @throws AppError `backup_not_found`, or `backup_damaged` if the manifest's hash differs */
  read(source: BackupSource): Promise<Readable>
  /**
   * Creates a backup from the archive that `read` returned. Replaces an existing one atomically.
   *
   * @throws AppError `backup_damaged` if the archive isn't that backup
   */
  write(source: BackupSource, archive: Readable, options?: { readonly signal?: AbortSignal }): Promise<void>
  /** Returns the names of archived WAL files, such as "000000010000000000000002.SHA256.zst". The name includes the hash of the content. */
  listWal(ref: string): Promise<string[]>
  /** Returns whether `forgetWal` would keep this archived file. */
  isWalNeeded(file: string, needed: readonly string[]): boolean
  /**
   * Returns an archived file, compressed; null if it no longer exists. @throws AppError `backup_damaged` if the content doesn't match the
   * name
   */
  readWalFile(ref: string, name: string): Promise<Buffer | null>
  /**
   * Stores what `readWalFile` returned. Replaces a file of the same name. @throws AppError `backup_damaged` if the content doesn't match
   * the name
   */
  writeWalFile(ref: string, name: string, content: Buffer): Promise<void>
  remove(ref: string, id: string): Promise<void>
  /** Deletes all backups of a cluster, even if the cluster no longer exists. */
  removeAll(ref: string): Promise<void>
}
