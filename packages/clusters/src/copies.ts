import type { ClusterEndpoint, ClusterSpec } from './clusters.ts'

/** The cost of copying a cluster. */
export interface CopyCost {
  /** Size of the copied files, without WAL that the copy doesn't need. */
  readonly bytes: number
  /** The file system supports copy-on-write (reflinks), so no bytes are copied until either side changes a file. */
  readonly isShared: boolean
}

export interface BranchOptions {
  /** If false, tables are empty in the branch, except those that record applied migrations. */
  readonly isWithData: boolean
  /** Aborts the copy and removes its files. */
  readonly signal?: AbortSignal
}

/** Independent copies of a cluster: branches, and servers for rehearsals. */
export interface Copies {
  /**
   * Creates a cluster, stopped, as a copy of a running one, with everything committed before the call. The two are independent from then on.
   * Does nothing if the cluster already exists; starts over if an earlier copy was interrupted.
   *
   * @returns the cost of the copy
   * @throws AppError `cluster_not_found` for the source, `cluster_is_replica` if the source is a replica, `cluster_not_running`
   */
  branch(ref: string, source: string, spec: ClusterSpec, options: BranchOptions): Promise<CopyCost>
  /** Returns the cost of copying a cluster. Detects reflinks with a probe file. @throws AppError `cluster_not_found` */
  copyCost(source: string): Promise<CopyCost>
  /** Measures the copying speed without reflinks, in bytes per second, with a small file. */
  measureCopying(): Promise<number>
  /**
   * Runs a server that nobody else can reach on a copy of a running cluster during `work`, then deletes it. The copy includes everything
   * committed before the call. The source keeps running.
   *
   * @throws AppError as `branch`
   */
  rehearse<T>(source: string, work: (server: ClusterEndpoint) => Promise<T>, options?: { readonly signal?: AbortSignal }): Promise<T>
}
