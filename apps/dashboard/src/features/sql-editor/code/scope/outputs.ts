import { nameOf, type Token } from '../../../../lib/sql-text/tokens.ts'
import type { Block, Output } from './block.ts'

/** What a query gives, from the list after SELECT, or a change from that after RETURNING. */
export function readOutputs(block: Block, tokens: readonly Token[], closing: ReadonlyMap<number, number>): Output[] {
  const list = block.verb === 'select' ? 'select' : 'returning'
  const from = block.clauses.find(({ clause }) => clause === list)?.at
  if (from === undefined) return []
  // the keyword of the next clause ends there
  const end = block.clauses.find(({ at }) => at > from)?.at ?? Number.POSITIVE_INFINITY
  const outputs: Output[] = []
  let item: Token[] = []
  const add = () => {
    const output = outputOf(item)
    if (output !== null) outputs.push(output)
    item = []
  }
  for (let index = tokens.findIndex((token) => token.from >= from); index >= 0 && index < tokens.length; index += 1) {
    const token = tokens[index]!
    if (token.to >= end || token.from >= block.to) break
    if (token.text === ',') add()
    else if (item.length > 0 || (token.text !== 'distinct' && token.text !== 'all')) item.push(token)
    if (token.text === '(') index = closing.get(index)!
  }
  add()
  return outputs
}

const isName = (token: Token | undefined) => token?.kind === 'word' || token?.kind === 'quoted'

function outputOf(item: readonly Token[]): Output | null {
  const last = item.at(-1)
  const before = item.at(-2)
  if (last === undefined) return null
  if (last.text === '*' && last.kind === 'symbol') {
    if (before === undefined) return { kind: 'star', qualifier: null }
    return before.text === '.' ? { kind: 'star', qualifier: nameOf(item.at(-3)!) } : null
  }
  const path = pathOf(item)
  if (path !== null) return { kind: 'column', name: path.at(-1)!, of: path }
  if (last.text === '(') return isName(before) ? { kind: 'column', name: nameOf(before!), of: null } : null
  if (!isName(last) || before === undefined) return null
  // x::int is called x
  if (before.text === '::') return item.length === 3 && isName(item[0]) ? { kind: 'column', name: nameOf(item[0]!), of: null } : null
  if (last.text === 'end') return { kind: 'column', name: 'case', of: null }
  const isSaid = before.kind === 'word' && before.text === 'as'
  // `f(x) total`, `'x' label`: what an operator precedes is an operand
  if (!isSaid && before.kind === 'symbol' && before.text !== '(' && before.text !== ']') return null
  return { kind: 'column', name: nameOf(last), of: pathOf(item.slice(0, isSaid ? -2 : -1)) }
}

/** `a`, `a.b`, `s.a.b`; null for everything else. */
function pathOf(item: readonly Token[]): string[] | null {
  const isPath = item.length % 2 === 1 && item.every((token, place) => (place % 2 === 0 ? isName(token) : token.text === '.'))
  return isPath ? item.filter((_, place) => place % 2 === 0).map(nameOf) : null
}
