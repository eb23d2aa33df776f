const byteOf = (character: string): number => character.charCodeAt(0)
const [quote, backslash, colon, brace, bracket] = ['"', '\\', ':', '{', '['].map(byteOf) as [number, number, number, number, number]
const openings = new Set(['{', '['].map(byteOf))
const closings = new Set(['}', ']'].map(byteOf))
const spaces = new Set([' ', '\t', '\r', '\n'].map(byteOf))

/** Longer names are not the one that is looked for. */
const nameBytesMax = 4_096

/** Finds the array of a member in a file that is one object, byte by byte: "features" of GeoJSON. */
export class MemberFinder {
  readonly #member: string
  #depth = 0
  #isText = false
  #isEscaped = false
  #text: number[] = []
  /** The member whose value comes next; null within values and between them. */
  #name: string | null = null

  constructor(member: string) {
    this.#member = member
  }

  /** Whether the array begins with this byte; a text where the file is not what it should be. */
  step(byte: number): boolean | string {
    if (this.#isText) {
      this.#stepText(byte)
      return false
    }
    if (spaces.has(byte)) return false
    if (this.#name !== null) {
      const isWanted = this.#name === this.#member
      this.#name = null
      if (isWanted) return byte === bracket || `The member ${JSON.stringify(this.#member)} is no array`
    }
    if (this.#depth === 0 && byte !== brace) return 'The file is no object'
    if (byte === quote) {
      this.#isText = true
      this.#text = []
    } else if (openings.has(byte)) this.#depth += 1
    else if (closings.has(byte)) {
      this.#depth -= 1
      if (this.#depth === 0) return this.missing
    } else if (byte === colon && this.#depth === 1) this.#name = nameOf(this.#text)
    return false
  }

  get missing(): string {
    return `The object has no member ${JSON.stringify(this.#member)}`
  }

  #stepText(byte: number): void {
    if (this.#isEscaped) this.#isEscaped = false
    else if (byte === backslash) this.#isEscaped = true
    else if (byte === quote) {
      this.#isText = false
      return
    }
    if (this.#depth === 1 && this.#text.length < nameBytesMax) this.#text.push(byte)
  }
}

function nameOf(bytes: readonly number[]): string | null {
  try {
    return JSON.parse(`"${Buffer.from(bytes).toString('utf8')}"`) as string
  } catch {
    return null
  }
}
