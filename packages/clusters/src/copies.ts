import type { ClusterEndpoint, ClusterSpec } from './clusters.ts'

/** What it takes to copy a cluster. */
export interface CopyCost {
  /** Of the files that are copied; those of WAL that nobody needs any more are not. */
  readonly bytes: number
  /** The file system lets a copy share its source's files until one of them is written: no bytes are copied. */
  readonly isShared: boolean
}

export interface BranchOptions {
  /** Without it, tables are left empty but for those that say which migrations were applied. */
  readonly isWithData: boolean
  /** Gives the copy up; what was copied is removed. */
  readonly signal?: AbortSignal
}

/** Copies of a cluster that go on without it: branches, and servers for rehearsals. */
export interface Copies {
  /**
   * Makes the cluster exist as a copy of another that runs, with all that was committed there when this was called, stopped or as it was.
   * From then on the two have nothing to do with each other. A copy that was cut off is made anew.
   *
   * @returns what the copy took
   * @throws AppError `cluster_not_found` for the source, `cluster_is_replica` when that follows another, `cluster_not_running`
   */
  branch(ref: string, source: string, spec: ClusterSpec, options: BranchOptions): Promise<CopyCost>
  /** What a copy of the cluster would take, found by trying. @throws AppError `cluster_not_found` */
  copyCost(source: string): Promise<CopyCost>
  /** Bytes that are copied a second where files are not shared, measured with a small file for as long as that takes. */
  measureCopying(): Promise<number>
  /**
   * Lets a server that nobody else can reach run on a copy of a running cluster, with all that was committed there when this was called, for as
   * long as the work takes, and leaves nothing. The cluster goes on meanwhile.
   *
   * @throws AppError as `branch`
   */
  rehearse<T>(source: string, work: (server: ClusterEndpoint) => Promise<T>, options?: { readonly signal?: AbortSignal }): Promise<T>
}
