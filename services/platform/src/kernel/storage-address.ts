/** Where the S3 API of all projects is reached without a path. */
export interface StorageAddress {
  /** What it listens on. */
  readonly host: string
  readonly port: number
  /** Origin as clients see it, where a proxy stands in front. */
  readonly url: string | null
}

/** A context's part; null while the server has no such address. */
export interface HasStorageAddress {
  readonly storageAddress: () => StorageAddress | null
}
