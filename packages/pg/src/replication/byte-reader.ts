/** Reads a message of Postgres's protocol from its start to its end; integers are big-endian. Reading on behind the end throws a RangeError. */
export class ByteReader {
  readonly bytes: Buffer
  #at: number

  constructor(bytes: Buffer, at = 0) {
    this.bytes = bytes
    this.#at = at
  }

  /** How far it has read. */
  get at(): number {
    return this.#at
  }

  uint8(): number {
    return this.bytes.readUInt8(this.#move(1))
  }

  uint16(): number {
    return this.bytes.readUInt16BE(this.#move(2))
  }

  uint32(): number {
    return this.bytes.readUInt32BE(this.#move(4))
  }

  int32(): number {
    return this.bytes.readInt32BE(this.#move(4))
  }

  uint64(): bigint {
    return this.bytes.readBigUInt64BE(this.#move(8))
  }

  int64(): bigint {
    return this.bytes.readBigInt64BE(this.#move(8))
  }

  /** One character, as message types are. */
  character(): string {
    return String.fromCharCode(this.uint8())
  }

  /** A text up to its NUL. */
  text(): string {
    const end = this.bytes.indexOf(0, this.#at)
    if (end < 0) throw new RangeError('A string isn’t terminated')
    const text = this.bytes.toString('utf8', this.#at, end)
    this.#at = end + 1
    return text
  }

  /** A view of so many bytes. */
  take(length: number): Buffer {
    const start = this.#move(length)
    return this.bytes.subarray(start, start + length)
  }

  #move(length: number): number {
    const start = this.#at
    if (start + length > this.bytes.length) throw new RangeError('The message is truncated')
    this.#at += length
    return start
  }
}
