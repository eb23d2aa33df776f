import type { ClusterState } from './clusters.ts'

/** The state of a replica before its promotion. */
export interface Candidate {
  readonly primary: ClusterState
  readonly replica: ClusterState
  readonly isStreaming: boolean
  /** Bytes of WAL that the primary has written and the replica hasn't replayed; null if either doesn't respond. */
  readonly behindBytes: number | null
  /** Last measured; null if nothing is being written or the primary doesn't respond. */
  readonly lagMs: number | null
  /** Time of the last commit that the replica has replayed (ISO 8601); null if it doesn't respond. */
  readonly replayedAt: string | null
  /** Whether the primary's files can be read. If so, the replica first replays all WAL in them, even if the server is dead. */
  readonly isReadable: boolean
}

export interface PromotionPlan {
  readonly primary: string
  readonly replica: string
  /** Identifies the promotion when a call is repeated. */
  readonly id: string
  /** Promotes even if the primary is dead, or if the replica is missing some of its WAL. */
  readonly isForced: boolean
  /** The primary's last known port. The cluster keeps it if it's free, even if no file here records it. */
  readonly port?: number | null
}

/** The result of a promotion. */
export interface Promoted {
  /** The cluster's new timeline. */
  readonly timeline: number
  /** Whether the new primary has all the WAL that the former one wrote. */
  readonly isComplete: boolean
}

/**
 * Promotes a replica to primary, in three steps. The two clusters swap refs and addresses, so clients that know the primary by its ref need
 * no change.
 */
export interface Promotions {
  /** @throws AppError `cluster_not_found` for the replica */
  candidate(primary: string, replica: string): Promise<Candidate>
  /**
   * Stops the primary. Unless the promotion is forced, waits for the replica to replay everything, before and after the stop. Resolves at
   * once if the two have already been swapped.
   *
   * @throws AppError `replica_not_ready` if the replica doesn't catch up; `cluster_start_failed`. Either way, the primary may have been
   * stopped; nothing else has changed
   */
  fence(plan: PromotionPlan, options: { readonly signal: AbortSignal }): Promise<void>
  /**
   * Returns the archived segments and histories that `promote` would read and that differ from what was archived; none once the two are
   * swapped.
   */
  damagedWal(plan: Pick<PromotionPlan, 'primary' | 'replica' | 'id'>): Promise<string[]>
  /** Abandons a promotion that is no further than `fence`. The primary can be started again. */
  release(plan: Pick<PromotionPlan, 'primary' | 'replica'>): Promise<void>
  /**
   * Swaps the two clusters, atomically even across a crash. The new primary replays the rest of the WAL from the former primary's files,
   * starts a new timeline and accepts connections. Call `fence` first.
   */
  promote(plan: PromotionPlan): Promise<Promoted>
  /**
   * Makes replicas follow the new primary, including the former primary. Deletes those that have diverged from its history, and returns
   * their refs.
   */
  rejoin(plan: Pick<PromotionPlan, 'primary' | 'replica'>): Promise<string[]>
}
