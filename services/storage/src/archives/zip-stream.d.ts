declare module 'zip-stream' {
  import type { Readable } from 'node:stream'

  /** Writes a zip archive, one entry after the other. */
  export default class ZipStream extends Readable {
    constructor(options: { readonly zlib: { readonly level: number } })
    /** @param done called when the entry is written, or its source has failed */
    entry(
      source: Readable | Buffer,
      data: { readonly name: string; readonly date: Date; readonly store: boolean; readonly type?: 'directory' },
      done: (error?: Error | null) => void,
    ): void
    finish(): void
  }
}
