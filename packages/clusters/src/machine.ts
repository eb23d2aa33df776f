import type { ComputeSize, StartOptions } from './clusters.ts'

/** Control over the machine that a cluster's server runs on: its size, its processes, its disk and its superuser. */
export interface Machine {
  /** `stop`, then `start`, with nothing in between. */
  restart(ref: string, options?: StartOptions): Promise<void>
  /** `ensure` with another size, and a restart when it runs. Replicas of the cluster are restarted after it. */
  resize(ref: string, compute: ComputeSize, options?: StartOptions): Promise<void>
  /** Bytes on disk of everything that belongs to the cluster. */
  size(ref: string): Promise<number>
  /** Memory of its processes in bytes, what they share with others divided among them; null where the system does not tell, and while none runs. */
  memory(ref: string): Promise<number | null>
  /** What tells two stops of a server apart: it is another one after the server has run. Null while it is not stopped. */
  standstill(ref: string): Promise<string | null>
  /** Space on the volume that the clusters are on, in bytes; `free` is what they may still take. */
  volume(): Promise<{ readonly free: number; readonly total: number }>
  /**
   * Names of the extensions that work in a cluster, sorted: not those whose library, or that of one they need, can't be loaded. For one that
   * is not there yet, what would work in a new one.
   */
  loadableExtensions(ref: string): Promise<readonly string[]>
  /** Versions of Postgres that clusters can run on, one of each major ("18.4", "17.10"): the first is what a new one gets. */
  versions(): readonly string[]
  /** Refs of all clusters on the machine. */
  list(): Promise<string[]>
}
