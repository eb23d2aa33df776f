import { nameOf, tokensOf } from '../../../../lib/sql-text/tokens.ts'

/** Cut at commas outside of parentheses and quotes: `a numeric(10,2), b text DEFAULT ','`. */
export function argumentsOf(text: string): string[] {
  const found: string[] = []
  let depth = 0
  let from = 0
  for (const { kind, text: own, from: at } of tokensOf(text)) {
    if (kind !== 'symbol') continue
    if (own === '(' || own === '[') depth += 1
    if (own === ')' || own === ']') depth -= 1
    if (own !== ',' || depth > 0) continue
    found.push(text.slice(from, at).trim())
    from = at + 1
  }
  const last = text.slice(from).trim()
  return last === '' ? found : [...found, last]
}

const modes = new Set(['in', 'inout', 'variadic'])
/** Types of several words, by their first two: an argument of one that begins so has no name. */
const longTypes = /^(?:double precision|bit varying|character varying|(?:timestamp|time) (?:with|without))\b/

/** The names of arguments that can be given by name, with their types: of `a integer, OUT b text` it is `a`. */
export function namedArguments(text: string): { readonly name: string; readonly type: string }[] {
  return argumentsOf(text).flatMap((argument) => {
    const all = tokensOf(argument)
    const [first, second] = modes.has(all[0]?.text ?? '') ? all.slice(1) : all
    if (first === undefined || second === undefined || all[0]!.text === 'out') return []
    if ((first.kind !== 'word' && first.kind !== 'quoted') || (second.kind !== 'word' && second.kind !== 'quoted')) return []
    if (second.text === 'default' || longTypes.test(`${first.text} ${second.text}`)) return []
    return [{ name: nameOf(first), type: argument.slice(second.from) }]
  })
}
