import type { Span } from '../../../../lib/sql-text/position.ts'
import { nameOf, tokensOf } from '../../../../lib/sql-text/tokens.ts'
import type { Relation, SqlCatalog } from '../catalog/sql-catalog.ts'
import type { Reference } from '../scope/block.ts'
import { readBlocks } from '../scope/blocks.ts'
import { findColumn, relationsBehind, visibleName, visibleReferences, type VisibleColumn } from '../scope/columns.ts'
import { describeText } from './messages.ts'

/** What a word of a statement stands for. Offsets are those of the statement. */
export type Meaning = { readonly span: Span } & (
  | {
      readonly kind: 'column'
      readonly column: VisibleColumn
      /** What it is a column of, if that is written here. */ readonly definedAt: Span | null
    }
  | { readonly kind: 'relation'; readonly relation: Relation }
  | { readonly kind: 'function'; readonly schema: string | null; readonly name: string }
  /** A CTE, or an alias, that is defined in the statement itself. */
  | { readonly kind: 'local'; readonly name: string; readonly what: string; readonly definedAt: Span }
)

/** The relations whose columns are needed to tell what the words of a statement mean. */
export function relationsNeeded(text: string, catalog: SqlCatalog): readonly Relation[] {
  return relationsBehind(readBlocks(tokensOf(text)).blocks, catalog)
}

/** What the word at an offset stands for; null of keywords, constants and what is not known. */
export function meaningAt(text: string, offset: number, catalog: SqlCatalog): Meaning | null {
  const { blocks, tokens } = readBlocks(tokensOf(text))
  const index = tokens.findIndex(({ from, to, kind }) => from <= offset && offset <= to && (kind === 'word' || kind === 'quoted'))
  const token = tokens[index]
  if (token === undefined) return null
  const span = { from: token.from, to: token.to }
  const name = nameOf(token)
  const qualifier = tokens[index - 1]?.text === '.' && tokens[index - 2] ? nameOf(tokens[index - 2]!) : null
  const block = blocks.findLast(({ from, to }) => from <= token.from && token.from <= to) ?? blocks[0]!
  const next = tokens[index + 1]?.text

  const local = (reference: Reference): Meaning => {
    const definedAt = reference.aliasAt ?? block.ctes.get(reference.name)?.at ?? reference.at
    const what =
      reference.alias === null
        ? describeText.queryOfStatement
        : reference.kind === 'query'
          ? describeText.aliasOfQuery
          : describeText.alias(reference.name)
    return { kind: 'local', span, name, what, definedAt }
  }
  const cte = blocks.flatMap(({ ctes }) => [...ctes.values()]).find(({ at }) => at.from === token.from)
  if (cte) return { kind: 'local', span, name, what: describeText.queryOfStatement, definedAt: cte.at }
  const relation = (schema: string | null): Meaning | null => {
    const found = catalog.relation(schema, name)
    return found && { kind: 'relation', span, relation: found }
  }
  const read = blocks.flatMap(({ references }) => references)
  const named = read.find(({ at }) => at.to === token.to)
  if (named?.kind === 'relation') return relation(named.schema)
  if (named?.kind === 'cte') return local({ ...named, alias: null, aliasAt: null })
  const aliased = read.find(({ aliasAt }) => aliasAt?.from === token.from)
  if (aliased) return local(aliased)
  if (next === '(' && catalog.routine(qualifier, name) !== null) return { kind: 'function', span, schema: qualifier, name }
  const visible = [...visibleReferences(block)]
  if (next === '.') {
    const reference = visible.find((own) => visibleName(own) === name)
    if (reference !== undefined) return reference.alias === null && reference.kind === 'relation' ? relation(reference.schema) : local(reference)
  }
  const column = findColumn(block, qualifier, name, catalog)
  if (column !== null) return { kind: 'column', span, column, definedAt: null }
  return relation(qualifier) ?? (token.kind === 'quoted' || next === '(' ? null : null)
}
