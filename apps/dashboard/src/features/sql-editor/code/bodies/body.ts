import { nameOf, type Token, tokensOf } from '../../../../lib/sql-text/tokens.ts'

/** What is written between the dollar signs of a CREATE FUNCTION, CREATE PROCEDURE or DO. */
export interface Body {
  readonly text: string
  /** Where it begins in the statement. */
  readonly from: number
  readonly language: string
  /** What the function is given and gives: names with their types, as they are written. */
  readonly parameters: readonly Named[]
  readonly isTrigger: boolean
}

export interface Named {
  readonly name: string
  readonly type: readonly Token[]
}

/** The body that an offset of a statement is in; null outside of any. */
export function bodyAt(text: string, offset: number): Body | null {
  if (!text.includes('$')) return null
  const tokens = tokensOf(text).filter(({ kind }) => kind !== 'comment')
  const index = tokens.findIndex(({ kind, from, to, text: own }) => kind === 'string' && own.startsWith('$') && from < offset && offset <= to)
  const string = tokens[index]
  if (string === undefined) return null
  const tag = /^\$[^$]*\$/.exec(string.text)![0]
  const from = string.from + tag.length
  const to = string.isOpen === true ? string.to : string.to - tag.length
  const isBlock = tokens[0]?.text === 'do'
  const isRoutine = tokens[0]?.text === 'create' && tokens.slice(1, 4).some(({ text: own }) => own === 'function' || own === 'procedure')
  if (offset < from || offset > to || (!isBlock && !isRoutine)) return null
  const body = text.slice(from, to)
  const heading = tokens.slice(0, index)
  const named = tokens.findIndex(({ text: own, kind }) => kind === 'word' && own === 'language')
  const language = named < 0 || tokens[named + 1] === undefined ? guess(body, isBlock) : nameOf(tokens[named + 1]!)
  const isTrigger = heading.some(({ text: own }, at) => own === 'returns' && heading[at + 1]?.text === 'trigger')
  return { text: body, from, language, parameters: isBlock ? [] : parametersOf(heading), isTrigger }
}

const guess = (body: string, isBlock: boolean) => (isBlock || /^\s*(?:<<|declare\b|begin\b)/i.test(body) ? 'plpgsql' : 'sql')

/** Those in the parentheses after the name, and the columns of RETURNS TABLE. */
function parametersOf(heading: readonly Token[]): Named[] {
  const first = heading.findIndex(({ text }) => text === '(')
  const table = heading.findIndex(({ text }, at) => text === 'table' && heading[at - 1]?.text === 'returns')
  return [first, table < 0 ? -1 : table + 1].flatMap((open) => (heading[open]?.text === '(' ? itemsIn(heading, open) : []))
}

const modes = new Set(['in', 'out', 'inout', 'variadic'])

function itemsIn(tokens: readonly Token[], open: number): Named[] {
  const items: Token[][] = [[]]
  let depth = 0
  for (const token of tokens.slice(open)) {
    if (token.text === ')' && --depth === 0) break
    if (depth === 1 && token.text === ',') items.push([])
    else if (depth > 0) items.at(-1)!.push(token)
    if (token.text === '(') depth += 1
  }
  return items.flatMap((item) => {
    const own = modes.has(item[0]?.text ?? '') ? item.slice(1) : item
    return namedOf(own)
  })
}

/** A name and what follows it up to a default; a type alone has none. */
export function namedOf([first, ...rest]: readonly Token[]): Named[] {
  const isName = first?.kind === 'word' || first?.kind === 'quoted'
  const end = rest.findIndex(({ text }) => text === 'default' || text === ':=' || text === '=' || text === 'not' || text === 'collate')
  const type = (end < 0 ? rest : rest.slice(0, end)).filter(({ text }) => text !== 'constant')
  if (!isName || type.length === 0 || /^[.([%]/.test(type[0]!.text)) return []
  return [{ name: nameOf(first), type }]
}
