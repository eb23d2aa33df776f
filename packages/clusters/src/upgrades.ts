import type { ClusterEndpoint, ClusterSpec } from './clusters.ts'
import type { OwnNames } from './own-names.ts'

export interface UpgradePlan extends Required<Omit<ClusterSpec, 'driver'>> {
  readonly ref: string
  /** What tells this upgrade from others, for as long as it is repeated. */
  readonly id: string
}

export interface BlankSpec extends Pick<UpgradePlan, 'compute' | 'version'> {
  /** What our superuser is called in it: as in what is to be loaded; `current` unless said. */
  readonly names?: OwnNames | undefined
}

/**
 * A cluster of another version takes the place of one, with all that somebody has loaded into it. Its WAL is on a timeline that has no parent,
 * so that backups and archived WAL of both stay what they are: each leads to moments of its own cluster, on its version.
 */
export interface Upgrades {
  /**
   * Lets a server that nobody else can reach run on an empty cluster of that version, in which there is nothing but its superuser, for as long as
   * the work takes, and leaves nothing.
   *
   * @throws AppError `engine_unavailable`
   */
  blank<T>(spec: BlankSpec, work: (server: ClusterEndpoint) => Promise<T>, signal?: AbortSignal): Promise<T>
  /**
   * Has a cluster run so that only our superuser comes in, over its socket, also after a crash or a restart, until it is opened. Ends all
   * connections to it, and what it takes from elsewhere by itself.
   *
   * @throws AppError `cluster_is_replica`
   */
  close(ref: string): Promise<ClusterEndpoint>
  /** Has a cluster that is closed run as before. Nothing happens to one that is not, or that is gone. */
  open(ref: string): Promise<void>
  /**
   * Lets an empty cluster of the version run until the work has loaded everything into it, tries that it comes up as it will be run, and keeps it
   * until `place` of `Backups` is called with the upgrade's id, or the driver closes. What the work throws leaves nothing.
   *
   * @throws AppError `engine_unavailable`, `cluster_start_failed`
   */
  prepare<T>(plan: UpgradePlan, work: (server: ClusterEndpoint) => Promise<T>, signal?: AbortSignal): Promise<T>
  /** Removes the cluster in whose place another was put, which is kept until then. */
  forget(ref: string): Promise<void>
}
