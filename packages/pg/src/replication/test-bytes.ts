/** Builds messages of the protocol for tests: numbers by their size, texts with a NUL at their end. */
export function bytes(...parts: readonly (Buffer | string | readonly [size: 8 | 16 | 32 | 64, value: number | bigint])[]): Buffer {
  return Buffer.concat(parts.map((part) => (Buffer.isBuffer(part) ? part : typeof part === 'string' ? Buffer.from(`${part}\0`) : integer(...part))))
}

function integer(size: 8 | 16 | 32 | 64, value: number | bigint): Buffer {
  const buffer = Buffer.alloc(8)
  buffer.writeBigInt64BE(BigInt.asIntN(64, BigInt(value)))
  return buffer.subarray(8 - size / 8)
}

/** A message's type, without a NUL. */
export function letter(character: string): Buffer {
  return Buffer.from(character, 'latin1')
}

/** Columns of a row; undefined is one that was not sent. */
export function tuple(...values: readonly (string | null | undefined)[]): Buffer {
  const columns = values.map((value) => {
    if (value === null) return letter('n')
    if (value === undefined) return letter('u')
    const text = Buffer.from(value)
    return bytes(letter('t'), [32, text.length], text)
  })
  return bytes([16, values.length], ...columns)
}
