import { readStatements } from '../../../../lib/sql-text/statement-ranges.ts'
import { type Token, tokensOf } from '../../../../lib/sql-text/tokens.ts'
import type { Block, Reference } from '../scope/block.ts'
import { readBlocks } from '../scope/blocks.ts'
import { bodyAt, type Body } from './body.ts'
import { plpgsqlAt, type Variable } from './plpgsql.ts'

/** A variable as completion names it. */
export interface KnownVariable {
  readonly name: string
  /** As it is written; empty when it is not known. */
  readonly type: string
  /** Whose columns its fields are; a type that is no relation has none. */
  readonly row: Reference
}

/** Holds the code to analyze at an offset of a statement: the statement, or the function body at that offset. */
export interface Focus {
  readonly kind: 'sql' | 'type' | 'start' | 'none'
  /** A statement of SQL, or as much of the body as is written. */
  readonly text: string
  /** The offset in it. */
  readonly offset: number
  /** What has to be added to an offset in it for the offset in the statement. */
  readonly shift: number
  readonly variables: readonly KnownVariable[]
}

/** The whole statement, where nothing is written in a body. */
export function focusOf(text: string, offset: number): Focus {
  const body = bodyAt(text, offset)
  if (body === null) return { kind: 'sql', text, offset, shift: 0, variables: [] }
  if (body.language === 'sql') return sqlFocus(body, offset)
  if (body.language === 'plpgsql') return plpgsqlFocus(body, offset)
  return { kind: 'none', text: '', offset: 0, shift: offset, variables: [] }
}

function sqlFocus(body: Body, offset: number): Focus {
  const own = offset - body.from
  const source = { length: body.text.length, read: (from: number, to: number) => body.text.slice(from, to) }
  const ended = readStatements(source, 0, () => false).filter(({ end }) => end < own || (end === own && body.text[end - 1] === ';'))
  const from = ended.at(-1)?.end ?? 0
  const end = readStatements(source, from, () => false)[0]?.end ?? body.text.length
  return part(body, { lead: '', from, to: Math.max(own, end) }, own, body.parameters)
}

function plpgsqlFocus(body: Body, offset: number): Focus {
  const own = offset - body.from
  const { part: written, variables } = plpgsqlAt(body.text, own)
  const all: readonly Variable[] = [...body.parameters, ...variables, ...given, ...(body.isTrigger ? ofTriggers : [])]
  if (written.kind === 'sql') return part(body, written, own, all)
  const known = all.map((variable) => knownVariable(variable, body.text))
  return { kind: written.kind, text: body.text.slice(0, own), offset: own, shift: body.from, variables: known }
}

function part(
  body: Body,
  { lead, from, to }: { readonly lead: string; readonly from: number; readonly to: number },
  own: number,
  variables: readonly Variable[],
): Focus {
  const text = lead + body.text.slice(from, to)
  return {
    kind: 'sql',
    text,
    offset: own - from + lead.length,
    shift: body.from + from - lead.length,

    variables: variables.map((variable) => knownVariable(variable, body.text)),
  }
}

/** What the fields of variables are columns of, as blocks that read it. */
export function rowsOf(variables: readonly KnownVariable[]): Block[] {
  const behind = variables.flatMap(({ row }) => (row.query === null ? [] : [row.query]))
  const none = { verb: '', from: 0, to: 0, outputs: [], target: null, clauses: [], ctes: new Map<never, never>(), outer: null }
  return [...behind, { ...none, references: variables.map(({ row }) => row) }]
}

function knownVariable(variable: Variable, body: string): KnownVariable {
  const at = { from: 0, to: 0 }
  const common = { alias: variable.name, columnNames: null, at, aliasAt: null }
  if ('query' in variable) {
    const query = readBlocks(tokensOf(body.slice(...variable.query))).blocks[0]!
    return { name: variable.name, type: 'record', row: { ...common, schema: null, name: variable.name, kind: 'query', query } }
  }
  const names = variable.type.slice(0, variable.type.findIndex(({ text }) => text.startsWith('%')) >>> 0)
  const words = names.filter(({ kind }) => kind === 'word' || kind === 'quoted')
  const name = words.at(-1)?.text.replaceAll('"', '') ?? ''
  const schema = words.length > 1 && names.some(({ text }) => text === '.') ? words[0]!.text.replaceAll('"', '') : null
  return { name: variable.name, type: typeText(variable.type), row: { ...common, schema, name, kind: 'relation', query: null } }
}

function typeText(type: readonly Token[]): string {
  return type
    .map(({ text, from }, index) => (index > 0 && type[index - 1]!.to < from ? ` ${text}` : text))
    .join('')
    .slice(0, 60)
}

const named = (text: string): readonly Variable[] =>
  text.split(',').map((item) => {
    const [name, type] = item.trim().split(' ') as [string, string]
    return { name, type: tokensOf(type) }
  })

/** What every body has, and what those of triggers have (PostgreSQL documentation, 41.5.5, 41.6.8 and 41.10.1). */
const given = named('found boolean, sqlstate text, sqlerrm text')
const ofTriggers = named(
  'new record, old record, tg_op text, tg_name text, tg_when text, tg_level text, tg_table_name name, tg_table_schema name, tg_relid oid, tg_nargs integer, tg_argv text[]',
)
