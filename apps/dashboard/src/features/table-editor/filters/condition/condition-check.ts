import type { Analysis } from '@colonnade/pg-meta/statements'
import { conditionCheckText } from './messages.ts'

/** What is wrong with a condition in SQL, and where: an offset in its UTF-16 units, null where nobody knows. */
export interface ConditionProblem {
  readonly message: string
  readonly offset: number | null
}

/**
 * Whether a text is one expression and nothing else, by Postgres's own grammar: it must stand in brackets, which it then can't leave, and
 * as the condition of a CASE, which takes neither lists nor further clauses. Null when it is, or when the grammar could not be asked in
 * time: the server then says.
 */
export async function checkCondition(text: string, analyze: (text: string) => Promise<Analysis>): Promise<ConditionProblem | null> {
  if (text.trim() === '') return { message: conditionCheckText.empty, offset: null }
  const [before, after] = ['select 1 where (\n', '\n)'] as const
  const inBrackets = await analyze(`${before}${text}${after}`)
  if (inBrackets.kind === 'too_large') return { message: conditionCheckText.tooLong, offset: null }
  if (inBrackets.kind !== 'statements') return null
  const wrong = inBrackets.statements.find(({ problem }) => problem !== null)?.problem
  if (wrong && wrong.offset - before.length >= text.length) return { message: conditionCheckText.unfinished, offset: text.length }
  if (wrong) return { message: wrong.message, offset: Math.min(text.length, Math.max(0, wrong.offset - before.length)) }
  const asCase = await analyze(`select case when\n${text}\nthen 1 end`)
  if (asCase.kind !== 'statements') return null
  const [first, second] = inBrackets.statements
  const isOne = asCase.statements.every(({ problem }) => problem === null) && second === undefined && asCase.statements.length === 1
  if (!isOne) return { message: conditionCheckText.notOne, offset: null }
  return first?.classification?.writes === true ? { message: conditionCheckText.writes, offset: null } : null
}
