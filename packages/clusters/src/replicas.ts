import type { ClusterSpec } from './clusters.ts'

/** The steps of creating a replica, in order. */
export type ReplicaStep =
  /** its folder, its port and a replication slot on the primary exist */
  | 'launched'
  /** the primary is in backup mode */
  | 'initiated'
  /** the primary's files are copied and synced to disk */
  | 'copied'

/** The replication state of a primary. Positions are bytes of WAL since the cluster was created. */
export interface Replication {
  /** position that the primary has written */
  readonly written: bigint
  readonly replicas: readonly {
    readonly ref: string
    readonly isStreaming: boolean
    /** The WAL it still needs is gone. It must be copied again. */
    readonly isLost: boolean
    /** null if it isn't streaming */
    readonly replayed: bigint | null
    /** Time from a commit on the primary until it's visible on the replica, last measured; null if nothing is being written. */
    readonly lagMs: number | null
  }[]
}

export interface ReplicateOptions {
  /** Called after each step; for every step at once if the replica already exists. */
  readonly onStep?: (step: ReplicaStep) => Promise<void>
  /** Aborts the copy and removes its files. */
  readonly signal?: AbortSignal
}

/** Physical replicas of a cluster. */
export interface Replicas {
  /**
   * Creates a cluster, stopped, as a physical replica of a running one: a copy of its files, and its own replication slot, which retains
   * the WAL it still has to stream. Once started, it accepts read-only connections. Does nothing if it already exists; starts over if an earlier copy was interrupted.
   *
   * @throws AppError `cluster_not_found` for the primary, `cluster_is_replica` if the primary is itself a replica, `cluster_not_running`
   */
  replicate(ref: string, primary: string, spec: ClusterSpec, options?: ReplicateOptions): Promise<void>
  /** @throws AppError `cluster_not_found` */
  replication(primary: string): Promise<Replication>
}
