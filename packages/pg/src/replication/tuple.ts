import type { ByteReader } from './byte-reader.ts'

/** How a column is sent: NULL, unchanged (an out-of-line value that the update didn't touch), or as text. */
const kinds = { null: 0x6e, unchanged: 0x75, text: 0x74 } as const
const absent = -1
const unsent = -2

/**
 * A row, with its columns in the order of the relation (PostgreSQL documentation, 54.9 "TupleData"). Values are decoded on demand, because
 * most readers only need the key.
 */
export class Tuple {
  readonly length: number
  readonly #bytes: Buffer
  /** Start and end of each column's text; `absent` or `unsent` if it has none. */
  readonly #places: readonly number[]

  private constructor(bytes: Buffer, places: readonly number[]) {
    this.#bytes = bytes
    this.#places = places
    this.length = places.length / 2
  }

  static read(reader: ByteReader): Tuple {
    const length = reader.uint16()
    const places: number[] = []
    for (let index = 0; index < length; index += 1) {
      const kind = reader.uint8()
      if (kind === kinds.text) {
        const size = reader.uint32()
        const start = reader.at
        reader.take(size)
        places.push(start, start + size)
      } else if (kind === kinds.null) places.push(absent, absent)
      else if (kind === kinds.unchanged) places.push(unsent, unsent)
      else throw new RangeError(`Unknown column kind ${kind}`)
    }
    return new Tuple(reader.bytes, places)
  }

  /** The text that Postgres prints for the value; null is NULL; undefined is a toasted value that was not touched and so not sent. */
  value(index: number): string | null | undefined {
    const start = this.#places[index * 2]
    if (start === undefined) throw new RangeError(`The row has ${this.length} columns; there is no column ${index}`)
    if (start === absent) return null
    return start === unsent ? undefined : this.#bytes.toString('utf8', start, this.#places[index * 2 + 1])
  }

  values(): (string | null | undefined)[] {
    return Array.from({ length: this.length }, (_, index) => this.value(index))
  }
}
