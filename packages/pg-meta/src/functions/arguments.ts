import { type Fragment, join, literal, sql } from '@colonnade/sql'
import { authoredType, type Token, tokensOf } from '../catalog/authored.ts'

/** An argument as people write it: `inout total numeric(10, 2) default 0`. */
interface Argument {
  /** Whether a call gives it: all but OUT. */
  readonly isGiven: boolean
  readonly type: string
  /** Without its default, as it stands in the signature that COMMENT and ALTER take. */
  readonly identity: string
}

const modes: ReadonlySet<string> = new Set(['in', 'out', 'inout', 'variadic'])

/** Types of several words that the first two of them tell: what stands before another type is the argument's name. */
const typesOfWords =
  /^(?:double precision|(?:national )?char(?:acter)?(?: varying)?|nchar varying|bit varying|time(?:stamp)? with(?:out)?|interval (?:year|month|day|hour|minute|second)|setof .*)$/

/** The list between the parentheses, defaults included. @throws Error when one of them could leave it */
export function argumentList(args: readonly string[]): Fragment {
  return join(args.filter((arg) => arg.trim() !== '').map(authoredType))
}

/** The same without defaults. */
export function identityList(args: readonly string[]): Fragment {
  return join(args.flatMap(argumentsIn).map(({ identity }) => authoredType(identity)))
}

/**
 * The types of the arguments that a call gives, as pg_proc.proargtypes holds them. A type that does not exist is 0, which none is.
 * Names and modes before the types, and defaults after them, don't matter.
 */
export function argumentTypeIds(args: readonly string[]): Fragment {
  const given = args.flatMap(argumentsIn).filter(({ isGiven }) => isGiven)
  const types = given.map(({ type }) => sql`coalesce(pg_catalog.to_regtype(${literal(type)})::oid, 0)`)
  if (types.length === 0) return sql`''::oidvector`
  return sql`pg_catalog.concat_ws(' ', ${join(types)})::oidvector`
}

function argumentsIn(text: string): Argument[] {
  const found: Argument[] = []
  let current: Token[] = []
  const end = (): void => {
    if (current.length > 0) found.push(argumentOf(text, current))
    current = []
  }
  for (const token of tokensOf(text)) {
    if (token.depth === 0 && token.text === ',') end()
    else current.push(token)
  }
  end()
  return found
}

function argumentOf(text: string, all: readonly Token[]): Argument {
  const stop = all.findIndex(({ depth, text: word }) => depth === 0 && (word.toLowerCase() === 'default' || word === '='))
  let tokens = stop < 0 ? all : all.slice(0, stop)
  if (tokens.length === 0) throw new Error(`This argument has no type: ${text}`)
  const identity = slice(text, tokens)
  const written = new Set<string>()
  // the mode may stand before the name or behind it, and `in out` is inout
  for (const position of [0, 0, 1, 1]) {
    const word = tokens[position]?.text.toLowerCase() ?? ''
    if (!modes.has(word) || tokens.length < position + 2) continue
    written.add(word)
    tokens = tokens.toSpliced(position, 1)
  }
  const [first, second] = tokens
  const isNamed = isWord(first) && isWord(second) && !typesOfWords.test(`${first.text} ${second.text}`.toLowerCase())
  return { isGiven: !written.has('out') || written.has('in'), type: slice(text, isNamed ? tokens.slice(1) : tokens), identity }
}

function isWord(token: Token | undefined): token is Token {
  return token?.kind === 'word' || token?.kind === 'name'
}

function slice(text: string, tokens: readonly Token[]): string {
  const last = tokens.at(-1)!
  return text.slice(tokens[0]!.start, last.start + last.text.length)
}
