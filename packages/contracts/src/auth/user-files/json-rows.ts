import { UnreadableFile } from './imported-user.ts'
import { rowMost } from './limits.ts'

export interface JsonRow {
  /** Of its first character, from 1. */
  readonly line: number
  /** undefined where the text is no object. */
  readonly value: { readonly [name: string]: unknown } | undefined
  readonly text: string
}

/** Objects that stand one on a line, those of each chunk together. @throws UnreadableFile for a line larger than `rowMost` */
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
 * Objects of a JSON array: the file itself, or the member of that name of the object that the file is. Only one of them is held at a time.
 *
 * @throws UnreadableFile where there is no such array, or it isn't whole
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

/** Everything that changes where in a document one is, but for what stands within texts. */
const marks = /["\\[\]{},:\n]/g

class ArrayScanner {
  readonly #member: string
  #line = 1
  /** What encloses the place, outermost first. */
  readonly #open: string[] = []
  #isInText = false
  #isEscaped = false
  /** The last text at the top level, and the name of the member that one is in. */
  #text = ''
  #name = ''
  /** How many brackets enclose an element of the array; 0 before it begins. */
  #depth = 0
  #isOver = false
  /** The element so far; null between two of them. */
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
        if (this.#open.pop() !== (found[0] === '}' ? '{' : '[')) throw new UnreadableFile(`Line ${this.#line}: this is not JSON`)
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
    if (this.#depth > 0) throw new UnreadableFile('The file ends in the middle of the list of users: it is cut short')
    throw new UnreadableFile(`The file has no list of users: a JSON array, or an object with an array "${this.#member}"`)
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
