import type { Backups } from './backups.ts'
import type { Clusters } from './clusters.ts'
import type { Copies } from './copies.ts'
import type { Machine } from './machine.ts'
import type { Promotions } from './promotions.ts'
import type { Replicas } from './replicas.ts'
import type { Upgrades } from './upgrades.ts'

/** What a driver may do beyond the core. */
export interface Capabilities {
  readonly copies: Copies
  readonly replicas: Replicas
  readonly backups: Backups
  /** A replica in the place of its primary. */
  readonly promotions: Promotions
  /** A cluster of another version in the place of one. */
  readonly upgrades: Upgrades
  readonly machine: Machine
}

export type Capability = keyof Capabilities

/** A way to run clusters: the core, and the capabilities that it has. */
export interface Driver extends Clusters, Partial<Capabilities> {}

/** The driver of clusters on this machine, which can do everything. */
export interface EmbeddedClusters extends Clusters, Capabilities, AsyncDisposable {
  /**
   * Ready copies waiting, and how many there should be. `fill` resolves when the pool is full (for benches and tests).
   */
  readonly pool: { ready(): number; readonly target: number; fill(): Promise<void> }
  /** Takes over clusters that run although the platform died, and starts none. Called once before anything else. */
  open(): Promise<void>
  /** Stops supervising. `stopClusters`: also stops every cluster cleanly (SIGTERM); otherwise they keep running and are adopted later. */
  close(options: { stopClusters: boolean }): Promise<void>
}
