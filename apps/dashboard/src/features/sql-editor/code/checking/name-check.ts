import { quoteIdent } from '@colonnade/sql'
import { nameOf, tokensOf, type Token } from '../../../../lib/sql-text/tokens.ts'
import type { Span } from '../../../../lib/sql-text/position.ts'
import type { SqlCatalog } from '../catalog/sql-catalog.ts'
import type { Block, StatementBlocks } from '../scope/block.ts'
import { readBlocks } from '../scope/blocks.ts'
import { columnsOf, relationsBehind, visibleName, visibleReferences } from '../scope/columns.ts'
import { nameCheckText } from './messages.ts'

export interface UnknownName {
  readonly span: Span
  readonly message: string
}

const systemColumns = new Set(['ctid', 'xmin', 'xmax', 'cmin', 'cmax', 'tableoid', 'oid'])
/** A name, in quotes or not, and one with those before it. */
const name = String.raw`(?:"(?:[^"]|"")+"|[\p{L}_][\p{L}\p{N}_$]*)`
const path = String.raw`${name}(?:\s*\.\s*${name})*`
const makesRelation = new RegExp(
  [
    String.raw`\bcreate\s+(?:or\s+replace\s+)?(?:(?:global|local|temp|temporary|unlogged|foreign|materialized|recursive)\s+)*(?:table|view|sequence)\s+(?:if\s+not\s+exists\s+)?(${path})`,
    String.raw`\brename\s+to\s+(${path})`,
    String.raw`(?<!\b(?:insert|merge)\s+)\binto\s+(?:(?:temp|temporary|unlogged)\s+)?(?:table\s+)?(${path})`,
  ].join('|'),
  'giu',
)
const makesColumn = new RegExp(
  String.raw`\badd\s+(?:column\s+)?(?:if\s+not\s+exists\s+)?(${name})|\brename\s+(?:column\s+)?(?!to\b)${name}\s+to\s+(${name})`,
  'giu',
)
const lastName = new RegExp(String.raw`${name}$`, 'u')

/** What a text makes itself, in small letters: relations by their last names, and columns that it adds to relations or renames. */
export interface CreatedNames {
  readonly relations: ReadonlySet<string>
  readonly columns: ReadonlySet<string>
}

export function createdNames(text: string): CreatedNames {
  const found = (pattern: RegExp) =>
    new Set(Array.from(text.matchAll(pattern), (match) => unquoted(lastName.exec(match.slice(1).find((made) => made !== undefined)!)![0])))
  return { relations: found(makesRelation), columns: found(makesColumn) }
}

const unquoted = (written: string) => (written.startsWith('"') ? written.slice(1, -1).replaceAll('""', '"') : written).toLowerCase()

/** Whether names may mean something else than the catalog says: another search path, or statements that are only made when they run. */
export const changesNames = (text: string): boolean =>
  /\bsearch_path\b|\bcreate\s+(?:temp|temporary)\b|\bimport\s+foreign\b|\bset\s+schema\b|\bexecute\b(?!\s+(?:function|procedure)\b)/i.test(text)

/** Tables and columns of a statement that the database does not have. What is not certain is left out. */
export function unknownNames(text: string, catalog: SqlCatalog, created: CreatedNames): UnknownName[] {
  const read = readBlocks(tokensOf(text))
  const changing = read.blocks[0]!
  if (
    changing.verb === 'utility' &&
    !/^\s*(?:explain|create\s+(?:or\s+replace\s+)?(?:materialized\s+)?view|alter\s+table|create\s+(?:unique\s+)?index)\b/i.test(text)
  )
    return []
  const tables = unknownTables(read, catalog, created)
  // columns are only looked at when every table is known
  return tables.length > 0 ? tables : unknownColumns(read, catalog, created)
}

function unknownTables({ blocks }: StatementBlocks, catalog: SqlCatalog, created: CreatedNames): UnknownName[] {
  return blocks.flatMap(({ references }) =>
    references.flatMap(({ kind, schema, name, at }): UnknownName[] => {
      if (kind !== 'relation' || created.relations.has(name.toLowerCase()) || catalog.relation(schema, name) !== null) return []
      if (schema === 'pg_catalog' || schema === 'information_schema' || name.startsWith('pg_')) return []
      return [{ span: at, message: nameCheckText.unknownTable(schema === null ? name : `${schema}.${name}`) }]
    }),
  )
}

function unknownColumns(read: StatementBlocks, catalog: SqlCatalog, created: CreatedNames): UnknownName[] {
  const { blocks, tokens } = read
  const isMade = relationsBehind(blocks, catalog).some(({ name }) => created.relations.has(name.toLowerCase()))
  if (isMade) return []
  const listed = read.blocks.flatMap((block) => unknownListed(block, read, catalog, created))
  const used = tokens.flatMap((token, index): UnknownName[] => {
    if (token.kind !== 'word' && token.kind !== 'quoted') return []
    const place = blocks.findLast(({ from, to }) => from <= token.from && token.from < to)
    if (place === undefined || place.references.some(({ at, aliasAt }) => contains(at, token) || (aliasAt && contains(aliasAt, token)))) return []
    const next = tokens[index + 1]?.text
    if (next === '(' || next === '.') return []
    const name = nameOf(token)
    if (systemColumns.has(name) || created.columns.has(name.toLowerCase())) return []
    const qualifier = tokens[index - 1]?.text === '.' ? tokens[index - 2] : undefined
    const isUnknown =
      qualifier === undefined ? isUnknownBare(place, tokens, index, catalog) : isUnknownOf(place, qualifier, tokens[index - 3], name, catalog)
    if (!isUnknown) return []
    const of = qualifier === undefined ? '' : nameCheckText.in(nameOf(qualifier))
    return [{ span: { from: token.from, to: token.to }, message: nameCheckText.unknownColumn(name, of) }]
  })
  return [...listed, ...used]
}

/** Of the columns that INSERT INTO t (…) lists, those that the table does not have. */
function unknownListed({ verb, target }: Block, { tokens, closing }: StatementBlocks, catalog: SqlCatalog, created: CreatedNames): UnknownName[] {
  const columns = verb === 'insert' && target !== null ? columnsOf(target, catalog) : null
  if (columns === null || columns.length === 0) return []
  const end = target!.aliasAt?.to ?? target!.at.to
  const open = tokens.findIndex(({ from }) => from >= end)
  const close = closing.get(open)
  // INSERT INTO t (SELECT …) lists none
  if (close === undefined || /^(?:select|with|values|table|\()$/.test(tokens[open + 1]?.text ?? '')) return []
  return tokens.slice(open + 1, close).flatMap((token, place, all): UnknownName[] => {
    const isName = token.kind === 'word' || token.kind === 'quoted'
    if (!isName || (place > 0 && all[place - 1]!.text !== ',')) return []
    const name = nameOf(token)
    if (created.columns.has(name.toLowerCase()) || columns.some((column) => column.name === name)) return []
    return [{ span: { from: token.from, to: token.to }, message: nameCheckText.unknownColumnIn(name, target!.name) }]
  })
}

const contains = (span: Span, { from, to }: Token) => span.from <= from && to <= span.to

function isUnknownOf(block: Block, qualifier: Token, before: Token | undefined, name: string, catalog: SqlCatalog): boolean {
  if ((qualifier.kind !== 'word' && qualifier.kind !== 'quoted') || before?.text === '.') return false
  const references = [...visibleReferences(block)].filter((reference) => visibleName(reference) === nameOf(qualifier))
  if (references.length === 0) return false
  // a function of the whole row is called like a column
  if (catalog.routine(null, name) !== null) return false
  return references.every((reference) => {
    const columns = columnsOf(reference, catalog)
    return columns !== null && columns.length > 0 && columns.every((column) => column.name !== name)
  })
}

const beforeOperand = new Set([
  'select',
  'where',
  'and',
  'or',
  'not',
  'by',
  'when',
  'then',
  'else',
  'having',
  'on',
  'returning',
  ',',
  '(',
  '=',
  '<',
  '>',
  '<=',
  '>=',
  '<>',
  '!=',
  '+',
  '-',
  '*',
  '/',
  '||',
])
const afterOperand = new Set([
  ',',
  ')',
  '=',
  '<',
  '>',
  '<=',
  '>=',
  '<>',
  '!=',
  '+',
  '-',
  '*',
  '/',
  '||',
  '::',
  'from',
  'where',
  'and',
  'or',
  'as',
  'is',
  'in',
  'asc',
  'desc',
  'group',
  'order',
  'limit',
  'having',
  'then',
  'else',
  'end',
  'like',
  'ilike',
  'between',
  'not',
  undefined,
])
/** Calls whose arguments hold words that are no names: extract(year from x). */
const odd = new Set([
  'extract',
  'trim',
  'overlay',
  'position',
  'substring',
  'interval',
  'xmlelement',
  'xmlforest',
  'json_table',
  'xmltable',
  'json_value',
  'json_query',
])

/** Words that are no columns, or may be something else where a column could stand. */
const otherWords = new Set('year month day hour minute second epoch dow isodow week quarter date time timestamp interval excluded value'.split(' '))

/** Words of MERGE that stand where its conditions and expressions do. */
const mergeWords = new Set(['matched', 'source', 'target', 'insert', 'update', 'delete', 'do', 'nothing'])

/** A word that Postgres would want in quotes as a name is none. */
const isReserved = (word: string) => otherWords.has(word) || quoteIdent(word) !== word

/** A name without a qualifier: it must stand where only a column can, and all that it could be a column of must be known. */
function isUnknownBare(block: Block, tokens: readonly Token[], index: number, catalog: SqlCatalog): boolean {
  const token = tokens[index]!
  const before = tokens[index - 1]
  const name = nameOf(token)
  if (token.kind === 'word' && (isReserved(name) || (block.verb === 'merge' && mergeWords.has(name)))) return false
  if (before === undefined || before.kind === 'quoted' || !beforeOperand.has(before.text)) return false
  if (!afterOperand.has(tokens[index + 1]?.kind === 'quoted' ? '"' : tokens[index + 1]?.text)) return false
  const clause = block.clauses.findLast(({ at }) => at <= token.from)?.clause
  if (!clause || !['select', 'where', 'on', 'group by', 'order by', 'having', 'returning'].includes(clause)) return false
  if (isInOddCall(tokens, index)) return false
  for (let place: Block | null = block; place !== null; place = place.outer) if (place.verb === 'utility' || place.verb === '') return false
  const references = [...visibleReferences(block)]
  if (references.length === 0) return false
  const isOutput = block.outputs.some((output) => output.kind === 'column' && output.name === name && output.of === null)
  if (
    isOutput ||
    ((clause === 'group by' || clause === 'order by') && block.outputs.some((output) => output.kind === 'column' && output.name === name))
  )
    return false
  return references.every((reference) => {
    if (visibleName(reference) === name) return false
    const columns = columnsOf(reference, catalog)
    return columns !== null && columns.length > 0 && columns.every((column) => column.name !== name)
  })
}

function isInOddCall(tokens: readonly Token[], index: number): boolean {
  let depth = 0
  for (let at = index - 1; at >= 0; at -= 1) {
    const { text } = tokens[at]!
    if (text === ')') depth += 1
    if (text !== '(') continue
    if (depth === 0) return odd.has(tokens[at - 1]?.text ?? '')
    depth -= 1
  }
  return false
}
