import type { ConnectionTarget, RemoteReach } from '@colonnade/pg'
import type { OwnNames } from './own-names.ts'

/** Compute sizes a project can have; what each means in memory and connections is the driver's table (`compute.ts`). */
export const computeSizes = ['nano', 'micro', 'small', 'medium', 'large'] as const
export type ComputeSize = (typeof computeSizes)[number]

/** What a cluster should be. What it runs on can be changed later by `ensure` with other values. */
export interface ClusterSpec {
  readonly compute: ComputeSize
  /** Who runs a new cluster; `embedded` by default. */
  readonly driver?: 'embedded' | 'external'
  /** Postgres major version ("17") of a new cluster; the newest by default. */
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

export interface StartOptions {
  /** Gives the start up; the cluster is stopped then. A replica takes no connections before it has what its primary had when it was copied. */
  readonly signal?: AbortSignal
}

/** How the platform itself connects: trusted, not through the public address. `targetOf` makes a connection's target of it. */
export interface ClusterEndpoint {
  /** a socket folder or a host name */
  readonly host: string
  readonly port: number
  /** The only login there is, on a server that Colonnade doesn't run. */
  readonly login?: ClusterLogin
  /** What our roles are called there; `current` unless said. */
  readonly names?: OwnNames
}

export interface ClusterLogin extends Pick<ConnectionTarget, 'user' | 'database' | 'password' | 'tls'> {
  readonly reach: RemoteReach
}

/**
 * Running Postgres clusters, one per ref (a project's ref, or "platform" for the control plane's own): what every driver does. Nothing here
 * speaks of paths or processes. What a driver may do beyond this is in `capabilities.ts`.
 *
 * Every operation is idempotent and may be repeated after a crash at any instant; calls on one ref are queued, on several run at once.
 * Errors are AppErrors: `cluster_not_found`, `cluster_start_failed` (details.log), `storage_full`, `storage_read_only`, `engine_unavailable`.
 */
export interface Clusters {
  /** Makes the cluster exist with this spec, stopped or as it was; a changed spec applies at the next start (or at once when it needs none). */
  ensure(ref: string, spec: ClusterSpec): Promise<void>
  /** Resolves when it accepts connections. Clears a crash loop. */
  start(ref: string, options?: StartOptions): Promise<void>
  /** A fast, clean shutdown. What is just starting is not waited for. */
  stop(ref: string): Promise<void>
  /** Stops it, as `stop` does, and leaves nothing behind; resolves for an absent one too. */
  destroy(ref: string): Promise<void>
  status(ref: string): Promise<ClusterStatus>
  /** @throws AppError `cluster_not_found` */
  endpoint(ref: string): Promise<ClusterEndpoint>
  /** Called at every change of state, until the returned function is called. */
  watch(listener: (status: ClusterStatus) => void): () => void
}
