import type { ByteReader } from './byte-reader.ts'

/** How a column comes: NULL, left out because the change did not touch a value that is kept apart, or as text. */
const kinds = { null: 0x6e, unchanged: 0x75, text: 0x74 } as const
const absent = -1
const unsent = -2

/**
 * The columns of a row, in the order of its relation's columns (PostgreSQL documentation, 54.9 "TupleData"). Texts are made when they are
 * asked for: most readers want the key only.
 */
export class Tuple {
  readonly length: number
  readonly #bytes: Buffer
  /** For each column: where its text begins, or that there is none; and where it ends. */
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
      else throw new RangeError(`A column of the unknown kind ${kind}`)
    }
    return new Tuple(reader.bytes, places)
  }

  /** The text that Postgres prints for the value; null is NULL; undefined is a toasted value that was not touched and so not sent. */
  value(index: number): string | null | undefined {
    const start = this.#places[index * 2]
    if (start === undefined) throw new RangeError(`The row has ${this.length} columns and none of number ${index}`)
    if (start === absent) return null
    return start === unsent ? undefined : this.#bytes.toString('utf8', start, this.#places[index * 2 + 1])
  }

  values(): (string | null | undefined)[] {
    return Array.from({ length: this.length }, (_, index) => this.value(index))
  }
}
