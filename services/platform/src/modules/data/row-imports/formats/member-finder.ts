import { fileText } from '../messages.ts'

const byteOf = (character: string): number => character.charCodeAt(0)
const [quote, backslash, colon, brace, bracket] = ['"', '\\', ':', '{', '['].map(byteOf) as [number, number, number, number, number]
const openings = new Set(['{', '['].map(byteOf))
const closings = new Set(['}', ']'].map(byteOf))
const spaces = new Set([' ', '\t', '\r', '\n'].map(byteOf))

/** Longer names can't match. */
const nameBytesMax = 4_096

/** Finds the array of a member in a file with one object, byte by byte: "features" of GeoJSON. */
export class MemberFinder {
  readonly #member: string
  #depth = 0
  #isText = false
  #isEscaped = false
  #text: number[] = []
  /** Name of the member before its value; null within values and between them. */
  #name: string | null = null

  constructor(member: string) {
    this.#member = member
  }

  /** Returns true if the array begins with this byte; an error text if the file has another structure. */
  step(byte: number): boolean | string {
    if (this.#isText) {
      this.#stepText(byte)
      return false
    }
    if (spaces.has(byte)) return false
    if (this.#name !== null) {
      const isWanted = this.#name === this.#member
      this.#name = null
      if (isWanted) return byte === bracket || fileText.memberNoArray(this.#member)
    }
    if (this.#depth === 0 && byte !== brace) return fileText.noObject
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
    return fileText.noMember(this.#member)
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
