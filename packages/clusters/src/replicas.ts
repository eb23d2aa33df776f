import type { ClusterSpec } from './clusters.ts'

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

export interface ReplicateOptions {
  /** Hears of each step as it is done, of all of them at once when the replica is there already. */
  readonly tell?: (step: ReplicaStep) => Promise<void>
  /** Gives the copy up; what was copied is removed. */
  readonly signal?: AbortSignal
}

/** Physical replicas of a cluster. */
export interface Replicas {
  /**
   * Makes the cluster exist as a physical replica of another that runs, stopped or as it was: a copy of its files, and a replication slot
   * of its own that keeps what it has yet to stream. Started, it takes connections for reading only. A copy that was cut off is made anew.
   *
   * @throws AppError `cluster_not_found` for the primary, `cluster_is_replica` when that follows another itself, `cluster_not_running`
   */
  replicate(ref: string, primary: string, spec: ClusterSpec, options?: ReplicateOptions): Promise<void>
  /** @throws AppError `cluster_not_found` */
  replication(primary: string): Promise<Replication>
}
