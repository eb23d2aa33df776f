import { UnreadableFile } from './imported-user.ts'
import { rowMost } from './limits.ts'

export interface JsonRow {
  /** Line of its first character, counted from 1. */
  readonly line: number
  /** undefined if the text isn't a JSON object. */
  readonly value: { readonly [name: string]: unknown } | undefined
  readonly text: string
}

/** Parses one object per line, and yields the objects of each chunk together. @throws UnreadableFile for a line larger than `rowMost` */
export async function* readLines(chunks: AsyncIterable<string>): AsyncGenerator<readonly JsonRow[]> {
  let rest = ''
  let line = 0
  const rowOf = (text: string): JsonRow[] => {
    line += 1
    return text.trim() === '' ? [] : [{ line, value: objectOf(text), text: text.trim() }]
  }
  for await (const chunk of chunks) {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop()!
    if (rest.length > rowMost) throw new UnreadableFile(`Line ${line + 1} is too long`)
    yield lines.flatMap(rowOf)
  }
  yield rowOf(rest)
}

/**
 * Parses the objects of a JSON array, which is the file itself or a member of the file's object. Holds one object in memory at a time.
 *
 * @throws UnreadableFile if the array is missing or incomplete
 */
export async function* readArray(chunks: AsyncIterable<string>, member: string): AsyncGenerator<readonly JsonRow[]> {
  const scanner = new ArrayScanner(member)
  for await (const chunk of chunks) yield scanner.read(chunk)
  scanner.end()
}

function objectOf(text: string): JsonRow['value'] {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonRow['value']) : undefined
  } catch {
    return undefined
  }
}

/** The characters that change the position in the structure, outside of strings. */
const marks = /["\\[\]{},:\n]/g

class ArrayScanner {
  readonly #member: string
  #line = 1
  /** The open brackets, outermost first. */
  readonly #open: string[] = []
  #isInText = false
  #isEscaped = false
  /** The last string at the top level, which is the name of the current member. */
  #text = ''
  #name = ''
  /** Nesting depth of the array's elements; 0 before the array starts. */
  #depth = 0
  #isOver = false
  /** The current element so far; null between elements. */
  #element: string | null = null
  #elementLine = 1

  constructor(member: string) {
    this.#member = member
  }

  read(chunk: string): JsonRow[] {
    const rows: JsonRow[] = []
    let kept = 0
    let place = 0
    const keep = (end: number): void => {
      if (this.#element !== null) this.#element += chunk.slice(kept, end)
      else if (this.#isInText && this.#open.length === 1) this.#text += chunk.slice(kept, end)
      kept = end
    }
    if (this.#isEscaped) {
      this.#isEscaped = false
      place = 1
    }
    for (;;) {
      marks.lastIndex = place
      const found = marks.exec(chunk)
      if (found === null) break
      const at = found.index
      place = at + 1
      if (found[0] === '\n') this.#line += 1
      else if (this.#isInText) {
        if (found[0] === '\\') {
          if (place === chunk.length) this.#isEscaped = true
          place += 1
        } else if (found[0] === '"') {
          keep(at)
          this.#isInText = false
        }
      } else if (found[0] === '"') {
        keep(at)
        if (this.#element === null) {
          kept = place
          this.#text = ''
        }
        this.#isInText = true
      } else if (found[0] === ':') {
        if (this.#open.length === 1) this.#name = this.#text
      } else if (found[0] === '{' || found[0] === '[') {
        this.#begin(found[0], () => (kept = at))
      } else if (found[0] === '}' || found[0] === ']') {
        if (this.#open.pop() !== (found[0] === '}' ? '{' : '[')) throw new UnreadableFile(`Line ${this.#line}: invalid JSON`)
        if (this.#element !== null && this.#open.length === this.#depth) {
          keep(place)
          rows.push({ line: this.#elementLine, value: objectOf(this.#element), text: this.#element })
          this.#element = null
        } else if (this.#depth > 0 && this.#open.length < this.#depth) this.#isOver = true
      }
      if (this.#isOver) return rows
    }
    keep(chunk.length)
    if ((this.#element?.length ?? 0) > rowMost) throw new UnreadableFile(`Line ${this.#elementLine}: the user is too large`)
    if (this.#text.length > rowMost) this.#text = ''
    return rows
  }

  end(): void {
    if (this.#isOver) return
    if (this.#depth > 0) throw new UnreadableFile('The file ends inside the list of users. Export it again')
    throw new UnreadableFile(`The file has no list of users. Use a JSON array, or an object with an array "${this.#member}"`)
  }

  #begin(bracket: '{' | '[', onElement: () => void): void {
    const { length } = this.#open
    if (this.#depth > 0 && this.#element === null && length === this.#depth && bracket === '{') {
      this.#element = ''
      this.#elementLine = this.#line
      onElement()
    }
    this.#open.push(bracket)
    if (this.#depth > 0 || bracket !== '[') return
    const isTop = length === 0
    const isMember = length === 1 && this.#open[0] === '{' && this.#name === this.#member
    if (isTop || isMember) this.#depth = length + 1
  }
}
