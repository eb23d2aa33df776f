import type { ComputeSize, StartOptions } from './clusters.ts'

/** Control over the machine that a cluster's server runs on: its size, processes, disk and superuser. */
export interface Machine {
  /** `stop`, then `start`, with nothing in between. */
  restart(ref: string, options?: StartOptions): Promise<void>
  /** `ensure` with another size, then a restart if it's running. Restarts its replicas afterwards. */
  resize(ref: string, compute: ComputeSize, options?: StartOptions): Promise<void>
  /** Returns the bytes on disk of everything that belongs to the cluster. */
  size(ref: string): Promise<number>
  /**
   * Returns the memory of its processes in bytes, with shared memory counted once; null if it isn't running or the system doesn't report
   * it.
   */
  memory(ref: string): Promise<number | null>
  /** Returns an identifier of the current stop, which differs once the server has run again. Null while it isn't stopped. */
  standstill(ref: string): Promise<string | null>
  /** Returns the bytes on the volume of the clusters; `free` is what they may still use. */
  volume(): Promise<{ readonly free: number; readonly total: number }>
  /**
   * Returns the names of the extensions that work in a cluster, sorted. Leaves out those with a library, or a dependency, that can't be
   * loaded. If the cluster doesn't exist yet, returns what a new one would support.
   */
  loadableExtensions(ref: string): Promise<readonly string[]>
  /** Returns the available Postgres versions, one per major version ("18.4", "17.10"). New clusters get the first. */
  versions(): readonly string[]
  /** Returns the refs of all clusters on the machine. */
  list(): Promise<string[]>
}
