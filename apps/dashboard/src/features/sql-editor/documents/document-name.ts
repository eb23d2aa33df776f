import type { Snippet } from '@colonnade/contracts/data/snippets'

/** What a text is called that says nothing of itself. */
export const untitled = 'Untitled'

const maxLength = 60

/** What to call a text: its first comment, else the beginning of its first statement, on one line of at most 60 units. */
export function nameOfText(text: string): string {
  // a long text need not be read to its end
  const head = text.slice(0, 4_000).trimStart()
  const comment = /^--+[ \t]*(.*)$/m.exec(firstLine(head))?.[1] ?? /^\/\*+([\s\S]*?)\*\//.exec(head)?.[1]
  const said = lineOf(comment ?? '')
  if (hasWord(said)) return cut(said)
  if (comment !== undefined && comment !== null) {
    // a line of dashes or an empty comment: what comes after it
    const rest = head.startsWith('--') ? head.slice(firstLine(head).length) : head.slice(head.indexOf('*/') + 2)
    return rest === '' ? untitled : nameOfText(rest)
  }
  const statement = lineOf(head.split(';')[0] ?? '')
  return hasWord(statement) ? cut(statement) : untitled
}

/** The new name of a text that nobody has named: a private one is called by what it says. Undefined when its name stays. */
export function nameAfter(snippet: Pick<Snippet, 'name' | 'visibility'> | null, before: string, after: string | undefined): string | undefined {
  const isSelfNamed = snippet?.visibility === 'private' && snippet.name === nameOfText(before)
  return isSelfNamed && after !== undefined ? nameOfText(after) : undefined
}

const firstLine = (text: string) => /^.*/.exec(text)![0]
const hasWord = (text: string) => /[\p{L}\p{N}]/u.test(text)

/** On one line: runs of white space, stars at the start of comment lines and control characters are one space. */
function lineOf(text: string): string {
  return text
    .replaceAll(/\n\s*\*+/g, ' ')
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .toWellFormed()
}

function cut(line: string): string {
  if (line.length <= maxLength) return line
  const end = line.slice(0, maxLength - 1)
  // not through the middle of a character
  return `${(end.isWellFormed() ? end : end.slice(0, -1)).trimEnd()}…`
}
