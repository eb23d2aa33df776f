import { formatDialect, postgresql } from 'sql-formatter'
import { readPart } from '../sending/read-part.ts'
import { statementRanges, type StatementRange } from '../../../../lib/sql-text/statement-ranges.ts'
import type { TextEdit } from '../../../../lib/sql-text/edits.ts'
import { tokensOf } from '../../../../lib/sql-text/tokens.ts'

export interface Formatting {
  readonly edits: readonly TextEdit[]
  /** Statements that stay as they are: the formatter does not know their words, or would change them. */
  readonly skipped: number
}

/** Lays out every statement of a text, each on its own; the words and constants stay as they are. */
export function formatText(text: string): Formatting {
  const edits: TextEdit[] = []
  let skipped = 0
  let before: StatementRange | null = null
  for (const range of statementRanges(text)) {
    const { from, to, kind } = range
    const isBesideBefore = before?.kind === 'sql' && kind === 'sql' && /^[^\S\n]*$/.test(text.slice(before.end, from))
    if (isBesideBefore) edits.push({ from: before!.end, to: from, insert: '\n\n' })
    before = range
    if (kind !== 'sql') continue
    const own = text.slice(from, to)
    const formatted = formatStatement(own)
    if (formatted === null) skipped += 1
    else if (formatted !== own) edits.push({ from, to, insert: formatted })
  }
  return { edits, skipped }
}

function formatStatement(text: string): string | null {
  // the formatter does not know its clauses, and breaks the lines where they belong together
  if (tokensOf(text).find(({ kind }) => kind !== 'comment')?.text === 'merge') return null
  try {
    const formatted = formatDialect(text, {
      dialect: postgresql,
      tabWidth: 2,
      keywordCase: 'preserve',
      expressionWidth: 80,
      paramTypes: {
        named: [':'],
        numbered: ['$'],
        custom: readPart(text).parameters.some(({ form }) => form !== 'value') ? [{ regex: String.raw`:['"]\w+['"]` }] : [],
      },
    })
    return isSame(text, formatted) ? formatted : null
  } catch {
    return null
  }
}

/** Whether two texts are the same words: laying out changes nothing else. */
function isSame(text: string, formatted: string): boolean {
  const before = tokensOf(text)
  const after = tokensOf(formatted)
  return before.length === after.length && before.every((token, index) => token.kind === after[index]!.kind && token.text === after[index]!.text)
}
