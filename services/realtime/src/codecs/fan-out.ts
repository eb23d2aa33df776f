import type { Encoded, Version } from './frames.ts'

/** Something for many sockets, encoded once for each version that is among them. */
export class FanOut {
  readonly #encode: (version: Version) => Encoded | null
  readonly #made: (Encoded | null | undefined)[] = []

  constructor(encode: (version: Version) => Encoded | null) {
    this.#encode = encode
  }

  /** null where sockets of the version can't have it. */
  for(version: Version): Encoded | null {
    const made = this.#made[version]
    if (made !== undefined) return made
    const encoded = this.#encode(version)
    this.#made[version] = encoded
    return encoded
  }
}
