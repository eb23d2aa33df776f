/** Why a record can't be sent. */
export interface Unreadable {
  readonly column: string | null
  readonly value: string | null
  readonly reason: string
}

/** Whole records of a file, in order. */
export interface Records {
  readonly count: number
  /** Records that can't be sent, by their position among these. */
  readonly unreadable: ReadonlyMap<number, Unreadable>
  /** Line breaks within values, if that may not be 0. */
  readonly hasBreaks: boolean
  /** Line ending by which COPY counts lines: the first one it reads. */
  readonly lineByte: typeof lineFeed | typeof carriageReturn
  /** Returns the line of a record in the file, from 1. */
  lineOf(index: number): number
  /** Returns the record as in the file, in UTF-8. */
  bytesOf(index: number): Uint8Array
  /** Returns the records from the first up to, but not including, the second, in COPY's CSV. */
  encode(from: number, to: number): Buffer
}

/** How a file is sent. */
export interface Encoding<Read extends Records = Records> {
  /** Yields records of UTF-8 bytes. @throws AppError `import_file_invalid`, `import_row_invalid` */
  read(source: AsyncIterable<Buffer>): AsyncIterable<Read>
  /** Line breaks in encoded data. */
  readonly delimiter: string
  readonly nullText: string
}

export const lineFeed = 0x0a
export const carriageReturn = 0x0d
