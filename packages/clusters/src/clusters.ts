import type { Backups } from './backups.ts'
import type { Promotions } from './promotions.ts'
import type { Upgrades } from './upgrades.ts'

/** Compute sizes a project can have; what each means in memory and connections is the driver's table (`compute.ts`). */
export const computeSizes = ['nano', 'micro', 'small', 'medium', 'large'] as const
export type ComputeSize = (typeof computeSizes)[number]

/** What a cluster should be. What it runs on can be changed later by `ensure` with other values. */
export interface ClusterSpec {
  readonly compute: ComputeSize
  /** Of Postgres, by its major version ("17"), for one that is made; the newest by default. */
  readonly version?: string
}

export type ClusterState =
  /** no such cluster */
  | 'absent'
  | 'stopped'
  | 'starting'
  /** accepts connections */
  | 'running'
  | 'stopping'
  /** should run and does not: being restarted by the supervisor */
  | 'crashed'
  /** crashed too often; the supervisor has given up until the next start() */
  | 'failed'

export interface ClusterStatus {
  readonly ref: string
  readonly state: ClusterState
  readonly compute: ComputeSize | null
  /** e.g. "18.4"; null while absent */
  readonly version: string | null
  /** Where the outside reaches it; null when it has no public address or is absent. */
  readonly address: { readonly host: string; readonly port: number } | null
  /** The cluster whose changes it repeats, for a replica; null for any other. */
  readonly follows: string | null
  /** For `crashed` and `failed`: what happened and the last lines of the server's log (newest last, at most 20). */
  readonly problem: { readonly message: string; readonly log: readonly string[] } | null
}

/** What has been done of a replica that is being made, in this order. */
export type ReplicaStep =
  /** it has a folder, a port and a replication slot on its primary */
  | 'launched'
  /** the primary is in backup mode */
  | 'initiated'
  /** all files of the primary are copied, for good */
  | 'copied'

/** How a primary stands with its replicas. Positions are bytes of WAL since the cluster was made. */
export interface Replication {
  /** what the primary has written */
  readonly written: bigint
  readonly replicas: readonly {
    readonly ref: string
    readonly isStreaming: boolean
    /** What it has yet to stream is gone: only another copy helps. */
    readonly isLost: boolean
    /** null while it does not stream */
    readonly replayed: bigint | null
    /** Between a commit on the primary and its being seen there, as last measured; null while nothing is written. */
    readonly lagMs: number | null
  }[]
}

export interface StartOptions {
  /** Gives the start up; the cluster is stopped then. A replica takes no connections before it has what its primary had when it was copied. */
  readonly signal?: AbortSignal
}

export interface ReplicateOptions {
  /** Hears of each step as it is done, of all of them at once when the replica is there already. */
  readonly tell?: (step: ReplicaStep) => Promise<void>
  /** Gives the copy up; what was copied is removed. */
  readonly signal?: AbortSignal
}

/** What it takes to copy a cluster. */
export interface CopyCost {
  /** Of the files that are copied; those of WAL that nobody needs any more are not. */
  readonly bytes: number
  /** The file system lets a copy share its source's files until one of them is written: no bytes are copied. */
  readonly isShared: boolean
}

export interface BranchOptions {
  /** Without it, tables are left empty but for those that say which migrations were applied. */
  readonly isWithData: boolean
  /** Gives the copy up; what was copied is removed. */
  readonly signal?: AbortSignal
}

/** How the platform itself connects: trusted, not through the public address. The form that `@colonnade/pg` takes. */
export interface ClusterEndpoint {
  /** a socket folder or a host name */
  readonly host: string
  readonly port: number
}

/**
 * Running Postgres clusters, one per ref (a project's ref, or "platform" for the control plane's own). Drivers: embedded (now),
 * external and kubernetes (later): nothing here speaks of paths or processes.
 *
 * Every operation is idempotent and may be repeated after a crash at any instant; calls on one ref are queued, on several run at once.
 * Errors are AppErrors: `cluster_not_found`, `cluster_start_failed` (details.log), `storage_full`, `storage_read_only`, `engine_unavailable`.
 */
export interface Clusters extends AsyncDisposable {
  /** Makes the cluster exist with this spec, stopped or as it was; a changed spec applies at the next start (or at once when it needs none). */
  ensure(ref: string, spec: ClusterSpec): Promise<void>
  /** Resolves when it accepts connections. Clears a crash loop. */
  start(ref: string, options?: StartOptions): Promise<void>
  /** A fast, clean shutdown. What is just starting is not waited for. */
  stop(ref: string): Promise<void>
  restart(ref: string, options?: StartOptions): Promise<void>
  /**
   * Makes the cluster exist as a physical replica of another that runs, stopped or as it was: a copy of its files, and a replication slot
   * of its own that keeps what it has yet to stream. Started, it takes connections for reading only. A copy that was cut off is made anew.
   *
   * @throws AppError `cluster_not_found` for the primary, `cluster_is_replica` when that follows another itself, `cluster_not_running`
   */
  replicate(ref: string, primary: string, spec: ClusterSpec, options?: ReplicateOptions): Promise<void>
  /**
   * Makes the cluster exist as a copy of another that runs, with all that was committed there when this was called, stopped or as it was.
   * From then on the two have nothing to do with each other. A copy that was cut off is made anew.
   *
   * @returns what the copy took
   * @throws AppError `cluster_not_found` for the source, `cluster_is_replica` when that follows another, `cluster_not_running`
   */
  branch(ref: string, source: string, spec: ClusterSpec, options: BranchOptions): Promise<CopyCost>
  /** What a copy of the cluster would take, found by trying. @throws AppError `cluster_not_found` */
  copyCost(source: string): Promise<CopyCost>
  /** Bytes that are copied a second where files are not shared, measured with a small file for as long as that takes. */
  measureCopying(): Promise<number>
  /**
   * Lets a server that nobody else can reach run on a copy of a running cluster, with all that was committed there when this was called, for as
   * long as the work takes, and leaves nothing. The cluster goes on meanwhile.
   *
   * @throws AppError as `branch`
   */
  rehearse<T>(source: string, work: (server: ClusterEndpoint) => Promise<T>, options?: { readonly signal?: AbortSignal }): Promise<T>
  /**
   * Lets a server that nobody else can reach run on an empty cluster of that version, in which there is nothing but its superuser, for as long as
   * the work takes, and leaves nothing.
   *
   * @throws AppError `engine_unavailable`
   */
  blank<T>(spec: Required<ClusterSpec>, work: (server: ClusterEndpoint) => Promise<T>, signal?: AbortSignal): Promise<T>
  /** @throws AppError `cluster_not_found` */
  replication(primary: string): Promise<Replication>
  /** `ensure` with another size, and a restart when it runs. Replicas of the cluster are restarted after it. */
  resize(ref: string, compute: ComputeSize, options?: StartOptions): Promise<void>
  /** Stops it, as `stop` does, and leaves nothing behind; resolves for an absent one too. */
  destroy(ref: string): Promise<void>
  status(ref: string): Promise<ClusterStatus>
  /** Refs of all clusters that exist. */
  list(): Promise<string[]>
  /** @throws AppError `cluster_not_found` */
  endpoint(ref: string): Promise<ClusterEndpoint>
  /** Bytes on disk of everything that belongs to the cluster. */
  size(ref: string): Promise<number>
  /** Memory of its processes in bytes, what they share with others divided among them; null where the system does not tell, and while none runs. */
  memory(ref: string): Promise<number | null>
  /** Space on the volume that the clusters are on, in bytes; `free` is what they may still take. */
  volume(): Promise<{ readonly free: number; readonly total: number }>
  /**
   * Names of the extensions that work in a cluster, sorted: not those whose library, or that of one they need, can't be loaded. For one that
   * is not there yet, what would work in a new one.
   */
  loadableExtensions(ref: string): Promise<readonly string[]>
  /** Versions of Postgres that clusters can run on, one of each major ("18.4", "17.10"): the first is what a new one gets. */
  versions(): readonly string[]
  /** Called at every change of state, until the returned function is called. */
  watch(listener: (status: ClusterStatus) => void): () => void
  readonly backups: Backups
  /** A replica in the place of its primary. */
  readonly promotions: Promotions
  /** A cluster of another version in the place of one. */
  readonly upgrades: Upgrades
  /**
   * Ready copies waiting, and how many there should be. `fill` resolves when the pool is full (for benches and tests).
   */
  readonly pool: { ready(): number; readonly target: number; fill(): Promise<void> }
  /** Takes over clusters that run although the platform died, and starts none. Called once before anything else. */
  open(): Promise<void>
  /** Stops supervising. `stopClusters`: also stops every cluster cleanly (SIGTERM); otherwise they keep running and are adopted later. */
  close(options: { stopClusters: boolean }): Promise<void>
}
