import { jsonObjectsText } from './messages.ts'
/** A field of an object as it is written: numbers keep their digits, documents their spaces. */
export type JsonFields = ReadonlyMap<string, string>

export interface JsonObject {
  /** Of its first character, from 1. */
  readonly line: number
  readonly fields: JsonFields
}

export interface JsonObjectsRead {
  readonly objects: readonly JsonObject[]
  /** Where it stops being what it should be; null when all of it is fine, or ends too early because it is only a head. */
  readonly problem: { readonly line: number; readonly text: string } | null
}

/** Objects of an array (`[{…}, {…}]`), which may be a member of one object, or of lines (`{…}\n{…}`), as far as the head of a file has them whole. */
export function readJsonObjects(
  text: string,
  form: 'json' | 'ndjson',
  isWhole: boolean,
  limit = Number.POSITIVE_INFINITY,
  member?: string,
): JsonObjectsRead {
  return new Scanner(text, isWhole).read(form, limit, member)
}

/**
 * The name of the member that holds the rows of a file that is one object, as the "features" of GeoJSON: the first whose value is an array of
 * objects. Null where the text is no object, or its head has no such member.
 */
export function rowsMember(text: string): string | null {
  return new Scanner(text.trimStart(), false).rowsMember()
}

function oneObjectText(member: string | null): string {
  if (member === null) return jsonObjectsText.oneObject
  const name = JSON.stringify(member)
  return jsonObjectsText.oneObjectWithRows(name)
}

/** The head ends within something. */
class Cut extends Error {}
class Malformed extends Error {}

class Scanner {
  readonly #text: string
  readonly #isWhole: boolean
  readonly #objects: JsonObject[] = []
  #place = 0
  #line = 1
  #counted = 0

  constructor(text: string, isWhole: boolean) {
    this.#text = text
    this.#isWhole = isWhole
  }

  read(form: 'json' | 'ndjson', limit: number, member?: string): JsonObjectsRead {
    try {
      if (form === 'json') this.#readArray(limit, member)
      else this.#readLines(limit)
      return { objects: this.#objects, problem: null }
    } catch (error) {
      if (!(error instanceof Cut) && !(error instanceof Malformed)) throw error
      if (error instanceof Cut && !this.#isWhole) return { objects: this.#objects, problem: null }
      const text = error instanceof Cut ? jsonObjectsText.truncated : error.message
      return { objects: this.#objects, problem: { line: this.#lineNow(), text } }
    }
  }

  rowsMember(): string | null {
    try {
      return this.#skipToArray(() => /^\[\s*\{/.test(this.#text.slice(this.#place, this.#place + 1_000)))
    } catch (error) {
      if (error instanceof Cut || error instanceof Malformed) return null
      throw error
    }
  }

  /** Goes to the value of the first member of an object that is wanted, and returns its name. @throws Malformed where there is none */
  #skipToArray(isWanted: (name: string) => boolean): string {
    this.#expect('{', 'an object')
    for (;;) {
      this.#skipSpace()
      if (this.#peek() !== '"') throw new Malformed(jsonObjectsText.memberName(this.#shown()))
      const name = JSON.parse(this.#readValue()) as string
      this.#skipSpace()
      this.#expect(':', 'a colon')
      this.#skipSpace()
      if (isWanted(name)) return name
      this.#readValue()
      this.#skipSpace()
      this.#expect(',', 'a comma, and the member with the rows')
    }
  }

  #readArray(limit: number, member?: string): void {
    this.#skipSpace()
    if (member !== undefined) this.#skipToArray((name) => name === member)
    if (this.#peek() === '{') throw new Malformed(oneObjectText(rowsMember(this.#text)))
    this.#expect('[', 'a JSON array of objects')
    this.#skipSpace()
    if (this.#peek() === ']') return
    while (this.#objects.length < limit) {
      this.#readObject()
      this.#skipSpace()
      if (this.#peek() === ']') return
      this.#expect(',', 'a comma or the end of the array')
      this.#skipSpace()
    }
  }

  #readLines(limit: number): void {
    for (;;) {
      this.#skipSpace()
      if (this.#place >= this.#text.length || this.#objects.length >= limit) return
      const from = this.#place
      this.#readObject()
      if (this.#text.slice(from, this.#place).includes('\n')) throw new Malformed(jsonObjectsText.ownLine)
      const after = /[^\S\n]*\S/y
      after.lastIndex = this.#place
      if (after.test(this.#text)) throw new Malformed(jsonObjectsText.separateLine)
    }
  }

  #readObject(): void {
    const line = this.#lineNow()
    if (this.#peek() !== '{') throw new Malformed(jsonObjectsText.notObject(this.#shown()))
    this.#place += 1
    const fields = new Map<string, string>()
    this.#skipSpace()
    if (this.#peek() === '}') this.#place += 1
    else this.#readFields(fields)
    this.#objects.push({ line, fields })
  }

  #readFields(fields: Map<string, string>): void {
    for (;;) {
      this.#skipSpace()
      if (this.#peek() !== '"') throw new Malformed(jsonObjectsText.fieldName(this.#shown()))
      const name = JSON.parse(this.#readValue()) as string
      this.#skipSpace()
      this.#expect(':', 'a colon')
      this.#skipSpace()
      fields.set(name, this.#readValue())
      this.#skipSpace()
      if (this.#peek() === '}') {
        this.#place += 1
        return
      }
      this.#expect(',', 'a comma or the end of the object')
    }
  }

  /** The text of a value of any kind, checked. */
  #readValue(): string {
    const from = this.#place
    const first = this.#peek()
    if (first === '"') this.#skipString()
    else if (first === '{' || first === '[') this.#skipNested()
    else {
      const plain = /[-+.\w]*/y
      plain.lastIndex = from
      this.#place += plain.exec(this.#text)![0].length
      if (this.#place === this.#text.length) throw new Cut()
    }
    const text = this.#text.slice(from, this.#place)
    try {
      JSON.parse(text)
    } catch {
      this.#place = from
      throw new Malformed(jsonObjectsText.notJson(this.#shown()))
    }
    return text
  }

  #skipNested(): void {
    let depth = 0
    do {
      const next = /["[\]{}]/g
      next.lastIndex = this.#place
      const found = next.exec(this.#text)
      if (found === null) throw new Cut()
      this.#place = found.index
      if (found[0] === '"') {
        this.#skipString()
        continue
      }
      depth += found[0] === '{' || found[0] === '[' ? 1 : -1
      this.#place += 1
    } while (depth > 0)
  }

  #skipString(): void {
    for (let end = this.#text.indexOf('"', this.#place + 1); end >= 0; end = this.#text.indexOf('"', end + 1)) {
      let slashes = 0
      while (this.#text[end - 1 - slashes] === '\\') slashes += 1
      if (slashes % 2 === 1) continue
      this.#place = end + 1
      return
    }
    throw new Cut()
  }

  #skipSpace(): void {
    const space = /\s*/y
    space.lastIndex = this.#place
    this.#place += space.exec(this.#text)![0].length
  }

  /** @throws Cut at the end */
  #peek(): string {
    const character = this.#text[this.#place]
    if (character === undefined) throw new Cut()
    return character
  }

  #expect(character: string, what: string): void {
    if (this.#peek() !== character) throw new Malformed(jsonObjectsText.expected(what, this.#shown()))
    this.#place += 1
  }

  #shown(): string {
    const text = this.#text.slice(this.#place, this.#place + 20).split(/[\r\n]/, 1)[0]!
    return `“${text}”`
  }

  #lineNow(): number {
    for (; this.#counted < this.#place; this.#counted += 1) if (this.#text[this.#counted] === '\n') this.#line += 1
    return this.#line
  }
}
