/** Why a record can not even be sent. */
export interface Unreadable {
  readonly column: string | null
  readonly value: string | null
  readonly reason: string
}

/** Whole records of a file, one after another. */
export interface Records {
  readonly count: number
  /** Records that can not be sent, by their place among these. */
  readonly unreadable: ReadonlyMap<number, Unreadable>
  /** Line breaks within values, where that is known not to be 0. */
  readonly hasBreaks: boolean
  /** By which COPY counts its lines: of the first end of a line that it meets. */
  readonly lineByte: typeof lineFeed | typeof carriageReturn
  /** Where in the file a record begins, from 1. */
  lineOf(index: number): number
  /** The record as the file has it, in UTF-8. */
  bytesOf(index: number): Uint8Array
  /** Records from the first up to, and without, the second, as COPY takes CSV. */
  encode(from: number, to: number): Buffer
}

/** How a file is sent on. */
export interface Encoding<Read extends Records = Records> {
  /** The records, whose bytes are UTF-8. @throws AppError `import_file_invalid`, `import_row_invalid` */
  read(source: AsyncIterable<Buffer>): AsyncIterable<Read>
  /** Of what is encoded. */
  readonly delimiter: string
  readonly nullText: string
}

export const lineFeed = 0x0a
export const carriageReturn = 0x0d
