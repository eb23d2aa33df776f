/** Address of the S3 API of all projects without a path. */
export interface StorageAddress {
  /** Configured address. */
  readonly host: string
  readonly port: number
  /** Origin that clients see, with a proxy in front. */
  readonly url: string | null
}

/** Part of a context; null while the server has no such address. */
export interface HasStorageAddress {
  readonly storageAddress: () => StorageAddress | null
}
