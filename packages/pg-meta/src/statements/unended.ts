import { type Parser, scan, type SyntaxProblem } from './parser.ts'
import { positionsIn } from './positions.ts'

/** Comments nest; nobody nests them deeper by accident. */
const maxCommentDepth = 16

/**
 * The quote or comment that never ends, if that is why a text can't be read: found by trying what would end it, so that the scanner itself
 * says where it began. Messages are Postgres's own.
 */
export function findUnended(parser: Parser, text: string): SyntaxProblem | null {
  for (const { end, message } of endings(text)) {
    const tokens = scan(parser, text + end)
    const last = tokens?.at(-1)
    if (last === undefined) continue
    const positions = positionsIn(text + end)
    // only what reaches to the very end was ended by us
    if (positions.fromByte(last.end) === text.length + end.length) return { message, offset: positions.fromByte(last.start) }
  }
  return null
}

function* endings(text: string): Generator<{ readonly end: string; readonly message: string }> {
  // the second is for a text that ends in a backslash, in an E'' string
  for (const end of [`'`, `''`]) yield { end, message: 'unterminated quoted string' }
  for (const end of [`"`, `x"`]) yield { end, message: 'unterminated quoted identifier' }
  const tags = new Set(Array.from(text.matchAll(/\$(?:[\p{L}_][\p{L}\p{N}_]*)?(?=\$)/gu), ([tag]) => `${tag}$`))
  for (const end of tags) yield { end, message: 'unterminated dollar-quoted string' }
  for (let depth = 1; depth <= maxCommentDepth; depth += 1) yield { end: '*/'.repeat(depth), message: 'unterminated /* comment' }
}
