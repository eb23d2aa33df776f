import { fileText } from '../messages.ts'

/**
 * Returns the members of a JSON object with the raw text of their values; the last one for a repeated name.
 *
 * @throws SyntaxError if it isn't one JSON object
 */
export function membersOf(text: string): Map<string, string> {
  const value: unknown = JSON.parse(text)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new SyntaxError(fileText.notObject)
  // well-formed from here on
  const members = new Map<string, string>()
  let at = afterSpace(text, text.indexOf('{') + 1)
  while (text[at] !== '}') {
    const nameEnd = endOfText(text, at)
    const name = JSON.parse(text.slice(at, nameEnd)) as string
    const start = afterSpace(text, text.indexOf(':', nameEnd) + 1)
    const end = endOfValue(text, start)
    members.set(name, text.slice(start, end))
    at = afterSpace(text, end)
    if (text[at] === ',') at = afterSpace(text, at + 1)
  }
  return members
}

const space = /[ \t\r\n]*/y
const plain = /[^\s,}\]]*/y

function afterSpace(text: string, at: number): number {
  space.lastIndex = at
  space.exec(text)
  return space.lastIndex
}

function endOfText(text: string, start: number): number {
  for (let at = start + 1; ; at += 1) {
    if (text[at] === '\\') at += 1
    else if (text[at] === '"') return at + 1
  }
}

function endOfValue(text: string, start: number): number {
  const first = text[start]
  if (first === '"') return endOfText(text, start)
  if (first !== '{' && first !== '[') {
    plain.lastIndex = start
    plain.exec(text)
    return plain.lastIndex
  }
  let depth = 0
  for (let at = start; ; at += 1) {
    const character = text[at]
    if (character === '"') at = endOfText(text, at) - 1
    else if (character === '{' || character === '[') depth += 1
    else if (character === '}' || character === ']') {
      depth -= 1
      if (depth === 0) return at + 1
    }
  }
}

/** Returns the texts of the entries of a well-formed JSON array. */
export function elementsOf(text: string): string[] {
  const elements: string[] = []
  let at = afterSpace(text, text.indexOf('[') + 1)
  while (text[at] !== ']') {
    const end = endOfValue(text, at)
    elements.push(text.slice(at, end))
    at = afterSpace(text, end)
    if (text[at] === ',') at = afterSpace(text, at + 1)
  }
  return elements
}
