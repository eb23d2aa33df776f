import { tokensOf } from './tokens.ts'

/** Whether a statement itself says in what order its rows come: an ORDER BY outside of all parentheses. */
export function isOrdered(statement: string): boolean {
  const words = tokensOf(statement).filter(({ kind }) => kind !== 'comment')
  let depth = 0
  return words.some(({ kind, text }, at) => {
    if (kind === 'symbol' && text === '(') depth += 1
    if (kind === 'symbol' && text === ')') depth -= 1
    return depth === 0 && kind === 'word' && text === 'order' && words[at + 1]?.text === 'by'
  })
}
