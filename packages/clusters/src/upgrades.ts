import type { ClusterEndpoint, ClusterSpec } from './clusters.ts'
import type { OwnNames } from './own-names.ts'

export interface UpgradePlan extends Required<Omit<ClusterSpec, 'driver'>> {
  readonly ref: string
  /** Identifies the upgrade when a call is repeated. */
  readonly id: string
}

export interface BlankSpec extends Pick<UpgradePlan, 'compute' | 'version'> {
  /** Names of our roles in the blank cluster; must match the data to be loaded. `current` by default. */
  readonly names?: OwnNames | undefined
}

/**
 * Replaces a cluster with one of another Postgres version, after the caller has loaded the data into it. The new cluster's timeline has no
 * parent, so backups and archived WAL of either cluster only restore that cluster, on its own version.
 */
export interface Upgrades {
  /**
   * Runs a server that nobody else can reach on an empty cluster of that version during `work`, then deletes it. It only has our superuser.
   *
   * @throws AppError `engine_unavailable`
   */
  blank<T>(spec: BlankSpec, work: (server: ClusterEndpoint) => Promise<T>, signal?: AbortSignal): Promise<T>
  /**
   * Restarts a cluster so that only our superuser can connect, over the Unix socket. Ends all other connections and stops subscriptions.
   * The cluster stays closed across crashes and restarts until `open`.
   *
   * @throws AppError `cluster_is_replica`
   */
  close(ref: string): Promise<ClusterEndpoint>
  /** Reopens a closed cluster. Does nothing if it isn't closed or no longer exists. */
  open(ref: string): Promise<void>
  /**
   * Runs an empty cluster of that version until `work` has loaded the data, checks that it starts with its final settings, and keeps it
   * until `place` of `Backups` is called with the upgrade's ID or the driver closes. If `work` throws, the cluster is deleted.
   *
   * @throws AppError `engine_unavailable`, `cluster_start_failed`
   */
  prepare<T>(plan: UpgradePlan, work: (server: ClusterEndpoint) => Promise<T>, signal?: AbortSignal): Promise<T>
  /** Deletes the old cluster that an upgrade replaced. */
  forget(ref: string): Promise<void>
}
