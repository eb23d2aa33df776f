import type { ClusterState } from './clusters.ts'

/** How a replica stands that is to take the place of its primary. */
export interface Candidate {
  readonly primary: ClusterState
  readonly replica: ClusterState
  readonly isStreaming: boolean
  /** What the primary has written and the replica not replayed, in bytes of WAL; null while one of them does not tell. */
  readonly behindBytes: number | null
  /** As last measured; null while nothing is written, or the primary does not tell. */
  readonly lagMs: number | null
  /** The time of the last commit that the replica has replayed (ISO 8601); null when it does not tell. */
  readonly replayedAt: string | null
  /** Whether the primary's files can be read: all that they have of its WAL is replayed first, also when its server is dead. */
  readonly isReadable: boolean
}

export interface PromotionPlan {
  readonly primary: string
  readonly replica: string
  /** What tells this promotion from others, for as long as it is repeated. */
  readonly id: string
  /** Also when the primary is dead, or the replica has not all that it wrote. */
  readonly isForced: boolean
  /** That the primary was reached at last: it is kept also where nothing here tells it any more, if it is free. */
  readonly port?: number | null
}

/** What a promotion has made. */
export interface Promoted {
  /** The timeline that the cluster is on now. */
  readonly timeline: number
  /** Whether all that the former primary had written is there. */
  readonly isComplete: boolean
}

/**
 * A replica takes the place of its primary, in three steps. What the primary was called, and where it was reached, is then the name and the
 * address of what was the replica, and the other way round: whoever knows the primary by its ref need not hear of it.
 */
export interface Promotions {
  /** @throws AppError `cluster_not_found` for the replica */
  candidate(primary: string, replica: string): Promise<Candidate>
  /**
   * Stops the primary. Unless it is forced, the replica has then replayed everything: it is waited for before the primary is stopped, and
   * after. Resolves at once when the two have changed places.
   *
   * @throws AppError `replica_not_ready` when the replica does not get there; `cluster_start_failed`. Nothing has changed but that the primary
   * may have been stopped
   */
  fence(plan: PromotionPlan, options: { readonly signal: AbortSignal }): Promise<void>
  /** Names of the segments and histories in the primary's archive that `promote` would read, and that are not what was archived; none when the two have changed places. */
  damagedWal(plan: Pick<PromotionPlan, 'primary' | 'replica' | 'id'>): Promise<string[]>
  /** Gives a promotion up that has not come further than `fence`: the primary may be started again. */
  release(plan: Pick<PromotionPlan, 'primary' | 'replica'>): Promise<void>
  /**
   * Has the two change places: a kill at any instant leaves them as they were or changed. The cluster in the primary's place replays what the
   * former primary's files have beyond it, begins a timeline of its own, and takes connections. Call `fence` before.
   */
  promote(plan: PromotionPlan): Promise<Promoted>
  /**
   * Has replicas follow the cluster in its place, the former primary among them. Those that can't, since what they have is not part of its
   * history, are removed: returns their refs.
   */
  rejoin(plan: Pick<PromotionPlan, 'primary' | 'replica'>): Promise<string[]>
}
