import { quoteIdent } from '@colonnade/sql'
import { tokensOf } from '../../../../lib/sql-text/tokens.ts'
import { focusOf, type Focus } from '../bodies/focus.ts'
import { nameIn, type Relation, type Routine, type SqlCatalog } from '../catalog/sql-catalog.ts'
import type { Clause, Reference, StatementBlocks } from '../scope/block.ts'
import { readBlocks } from '../scope/blocks.ts'
import { columnsOf, visibleName, visibleReferences, type VisibleColumn } from '../scope/columns.ts'
import { placeOf, type CursorPlace } from '../scope/cursor.ts'
import { namedArguments } from './arguments.ts'
import { joinConditions, joinedTables } from './joins.ts'
import { bodyOffers, isSelectInto, variableFields, variableOffers } from './body-offers.ts'
import { continuations, openings, statementKeywords } from './keywords.ts'
import { sqlSnippets } from './snippets.ts'

export interface Suggestion {
  readonly label: string
  /** What a word is compared with, where that is not the label. */
  readonly name?: string
  /** What is written; it may hold fields: `${name}`. */
  readonly apply: string
  readonly hasFields?: true
  /** Go on with what comes next, such as the columns after an alias and its dot. */
  readonly goesOn?: true
  readonly kind: 'column' | 'variable' | 'table' | 'view' | 'cte' | 'alias' | 'function' | 'type' | 'schema' | 'role' | 'keyword' | 'snippet' | 'join'
  readonly detail: string
}

export interface Suggestions {
  /** Offsets in the statement. */
  readonly from: number
  readonly to: number
  readonly options: readonly Suggestion[]
  /** As typed, without quotes. */
  readonly word: string
}

const maxEach = 60
const maxAll = 200
/** Of functions of which only some kind fits. */
const maxSearched = 10_000

const kindWords: Readonly<Record<string, string>> = { r: 'table', p: 'partitioned table', v: 'view', m: 'materialized view', f: 'foreign table' }

/**
 * What may be written at an offset of a statement, or of the body of a function that it makes. `catalog` is null while it loads: then there
 * are only words.
 */
export function suggest(written: string, at: number, catalog: SqlCatalog | null, isExplicit: boolean): Suggestions | null {
  const focus = focusOf(written, at)
  const found = focus.kind === 'sql' ? suggestIn(focus, catalog, isExplicit) : suggestInBody(focus, catalog, isExplicit)
  return found && { ...found, from: found.from + focus.shift, to: found.to + focus.shift }
}

/** Where PL/pgSQL has no SQL: the type of a variable, the beginning of a statement. */
function suggestInBody(focus: Focus, catalog: SqlCatalog | null, isExplicit: boolean): Suggestions | null {
  const found = bodyOffers(focus, catalog, { types, relationOf, columnOf })
  if (found === null || (found.word.text === '' && !isExplicit && !found.isUnasked)) return null
  const options = inOrder(found.options, found.word.text).slice(0, maxAll)
  return options.length === 0 ? null : { from: found.word.from, to: focus.offset, options, word: found.word.text }
}

function suggestIn({ text, offset, variables }: Focus, catalog: SqlCatalog | null, isExplicit: boolean): Suggestions | null {
  const all = tokensOf(text)
  const blocks = readBlocks(all)
  const place = placeOf(blocks, all, offset)
  if (place === null) return null
  const { word, path } = place
  const reply = (options: readonly Suggestion[], isOfferedUnasked: boolean): Suggestions | null => {
    if (word.text === '' && !word.isQuoted && !isExplicit && !isOfferedUnasked) return null
    const fitting = inOrder(options, word.text)
    // what is written already needs no list
    const isWritten = fitting.length === 1 && fitting[0]!.apply.toLowerCase() === text.slice(word.from, word.to).toLowerCase()
    if (fitting.length === 0 || isWritten) return null
    return { from: word.from, to: word.to, options: fitting.slice(0, maxAll), word: word.text }
  }
  if (path.length > 0) {
    const fields = catalog && path.length === 1 ? variableFields(path[0]!, variables, catalog).map((column) => columnOf(column, null, false)) : []
    return catalog && reply(fields.length > 0 ? fields : afterDot(place, catalog), true)
  }
  if (variables.length > 0 && isSelectInto(place)) return reply(variableOffers(variables), true)
  if (place.before[0] === '*' && word.text === '' && isExplicit && catalog) return expandedStar(text, place, catalog)
  const { options, isUnasked } = withoutPath(place, blocks, catalog)
  const own = variables.length > 0 && takesValue(place) ? variableOffers(variables) : []
  return reply([...own, ...options], isUnasked)
}

/** Those that fit the word, the best first; those of the same fit in the order in which they came. */
function inOrder(options: readonly Suggestion[], word: string): Suggestion[] {
  const wanted = word.toLowerCase()
  const found: Suggestion[][] = [[], [], []]
  const seen = new Set<string>()
  for (const option of options) {
    const label = (option.name ?? option.label).toLowerCase()
    const rank = label.startsWith(wanted)
      ? 0
      : new RegExp(`[_\\s.("]${wanted.replaceAll(/[\\^$.|()[\]{}*+?]/g, String.raw`\$&`)}`).test(label)
        ? 1
        : -1
    const key = `${option.kind} ${option.apply}`
    if (rank < 0 || seen.has(key) || (option.kind === 'keyword' && label === wanted)) continue
    seen.add(key)
    found[rank]!.push(option)
  }
  return found.flat()
}

function withoutPath(
  place: CursorPlace,
  blocks: StatementBlocks,
  catalog: SqlCatalog | null,
): { options: readonly Suggestion[]; isUnasked: boolean } {
  const { before, clause, word, list, block } = place
  const previous = before[0]
  if (previous === undefined) return { options: [...snippets(), ...keywords(statementKeywords)], isUnasked: false }
  if (catalog === null) return { options: keywords([...openings(clause), ...continuations[clause]]), isUnasked: false }
  if (wantsType(place)) return { options: types(word.text, catalog), isUnasked: previous === '::' }
  if (isNewName(place)) return { options: [], isUnasked: false }
  const trigger = wantsTriggerFunction(place, blocks)
  if (trigger !== null) return { options: triggerFunctions(word.text, trigger, catalog), isUnasked: true }
  if (wantsRole(place)) return { options: catalog.roles.map(role), isUnasked: true }
  if (list !== null) return { options: listColumns(place, blocks, catalog), isUnasked: true }
  if (wantsRelation(place)) {
    const joins = previous === 'join' ? joinedTables(block, catalog) : []
    return { options: [...joins, ...relations(place, catalog), ...keywords(openings('from'))], isUnasked: true }
  }
  if (place.isAfterOperand) return { options: [...insertLists(place, catalog), ...keywords(continuations[clause])], isUnasked: false }
  const conditions = clause === 'on' && previous === 'on' ? joinConditions(block, catalog) : []
  const columns = clause === 'limit' ? [] : visibleColumns(place, catalog)
  const aliases = [...visibleReferences(block)].filter(({ name, alias }) => (alias ?? name) !== '').map(aliasOf)
  const isPolicy = isPolicyExpression(place, blocks)
  const ownWords = keywords(openings(isPolicy ? 'where' : clause))
  const functions = word.text === '' ? [] : routines(catalog.routines.find(word.text, maxEach))
  const named = previous === '(' || previous === ',' ? argumentNames(place, catalog) : []
  const isUnasked = conditions.length > 0 || (isPolicy && previous === '(')
  return { options: [...conditions, ...columns, ...aliases, ...named, ...functions, ...ownWords], isUnasked }
}

/** `returns` of the functions that CREATE TRIGGER … EXECUTE FUNCTION takes; null elsewhere. */
function wantsTriggerFunction({ before: [previous, second] }: CursorPlace, { tokens }: StatementBlocks): 'trigger' | 'event_trigger' | null {
  if (second !== 'execute' || (previous !== 'function' && previous !== 'procedure')) return null
  return tokens[1]?.text === 'event' ? 'event_trigger' : 'trigger'
}

function triggerFunctions(word: string, returned: string, catalog: SqlCatalog): Suggestion[] {
  const fitting = catalog.routines.find(word, maxSearched).filter(({ signatures }) => signatures.some(({ returns }) => returns === returned))
  return routines(fitting.slice(0, maxEach)).map((option) => ({ ...option, apply: `${option.apply})` }))
}

/** The parentheses of USING and WITH CHECK hold an expression over the columns of the policy's table. */
function isPolicyExpression({ word }: CursorPlace, { tokens, closing }: StatementBlocks): boolean {
  if (tokens[1]?.text !== 'policy') return false
  return [...closing].some(([open, close]) => tokens[open]!.to <= word.from && (tokens[close]?.from ?? Number.POSITIVE_INFINITY) >= word.to)
}

/** What a call's arguments can be given by: `note => `. */
function argumentNames({ call }: CursorPlace, catalog: SqlCatalog): Suggestion[] {
  const routine = call && catalog.routine(call.path.at(-2) ?? null, call.path.at(-1)!)
  return (routine?.signatures ?? [])
    .flatMap((signature) => namedArguments(signature.arguments))
    .map(({ name, type }): Suggestion => ({ label: name, apply: `${quoteIdent(name)} => `, kind: 'variable', detail: type }))
}

/** Whether a value may be written: not the name of a relation, a type or a column that is written into. */
function takesValue(place: CursorPlace): boolean {
  const { before, list, isAfterOperand, clause } = place
  if (before[0] === undefined || list !== null || isAfterOperand || wantsRelation(place) || wantsType(place)) return false
  return clause !== 'set' || (before[0] !== 'set' && before[0] !== ',')
}

const keywords = (words: readonly string[]) => words.map((label): Suggestion => ({ label, apply: label, kind: 'keyword', detail: '' }))
const snippets = () =>
  sqlSnippets.map(({ name, words, text }): Suggestion => ({ label: `${name} …`, apply: text, hasFields: true, kind: 'snippet', detail: words }))
const role = (name: string): Suggestion => ({ label: name, apply: quoteIdent(name), kind: 'role', detail: 'role' })
const types = (word: string, catalog: SqlCatalog) =>
  [...commonTypes.map((name) => ({ name, text: name })), ...catalog.types.find(word, maxEach)].map(({ name, text }): Suggestion => ({
    label: name,
    apply: text,
    kind: 'type',
    detail: 'type',
  }))
const aliasOf = ({ alias, name }: Reference): Suggestion => {
  const own = alias ?? name
  return { label: own, apply: `${quoteIdent(own)}.`, goesOn: true, kind: 'alias', detail: alias === null ? 'table' : `alias of ${name || 'query'}` }
}

const commonTypes = [
  'text',
  'integer',
  'bigint',
  'boolean',
  'uuid',
  'timestamptz',
  'numeric',
  'jsonb',
  'date',
  'timestamp',
  'int',
  'varchar',
  'bytea',
  'real',
  'double precision',
  'smallint',
  'time',
  'interval',
  'json',
  'text[]',
  'serial',
  'bigserial',
]

function wantsType({ before, call, clause, block }: CursorPlace): boolean {
  const [previous, second, third] = before
  if (previous === '::' || previous === 'returns' || previous === 'setof') return true
  if (previous === 'as' && call?.path.at(-1) === 'cast') return true
  if (previous === 'type' && (block.verb === 'utility' || clause === 'utility')) return second !== 'create' && second !== 'drop' && second !== 'alter'
  if (block.verb !== 'utility') return false
  // add column NAME type; create table t (NAME type, NAME type
  if (previous !== undefined && /^[a-z_"]/.test(previous) && (second === 'column' || (second === 'exists' && third === 'not'))) return true
  return (
    previous !== undefined &&
    /^[a-z_"][\w$]*$|^"$/.test(previous) &&
    (second === '(' || second === ',') &&
    !/^(?:constraint|primary|unique|check|foreign|like|exclude)$/.test(previous)
  )
}

const renaming: ReadonlySet<Clause> = new Set(['select', 'from', 'using', 'into', 'returning'])

/** Whoever gives a name to something makes it up: a list would be in the way of the Enter after it. */
function isNewName({ before: [previous], clause }: CursorPlace): boolean {
  return previous === 'as' && renaming.has(clause)
}

function wantsRole({ before, block }: CursorPlace): boolean {
  if (block.verb !== 'utility' && block.verb !== '') return false
  const [previous, second] = before
  if (previous === 'to') return second !== 'rename' && second !== 'similar'
  return previous === 'role' || previous === 'user' ? second !== 'create' : false
}

function wantsRelation({ before, clause, block, word }: CursorPlace): boolean {
  const [previous, second] = before
  switch (previous) {
    case 'from':
      return clause === 'from'
    case 'join':
    case 'into':
    case 'truncate':
    case 'references':
    case 'copy':
      return true
    case 'only':
    case ',':
      return clause === 'from' || clause === 'into'
    case 'using':
      return clause === 'from'
    case 'update':
      return clause === 'into'
    case 'column':
      return second === 'on'
    case 'table':
    case 'view':
    case 'exists':
      return block.verb === 'utility' && second !== 'create' && second !== 'not'
    case 'on':
      return block.verb === 'utility' && (block.target === null || block.target.at.from === word.from)
    case 'analyze':
    case 'vacuum':
      return second === undefined
    default:
      return false
  }
}

function relations({ word, before, block }: CursorPlace, catalog: SqlCatalog): Suggestion[] {
  const ctes = [...block.ctes.values()].map(({ name }): Suggestion => ({ label: name, apply: quoteIdent(name), kind: 'cte', detail: 'query' }))
  const near = catalog.relations.find(word.text, maxEach).map((relation) => relationOf(relation))
  const schemas = catalog.schemas.filter((name) => !catalog.searchPath.includes(name)).map(schemaOf)
  const far = word.text === '' ? [] : catalog.farRelations.find(word.text, maxEach).map((relation) => relationOf(relation))
  const isRead = before[0] === 'from' || before[0] === 'join' || before[0] === ','
  const sets = isRead && word.text !== '' ? routines(catalog.routines.find(word.text, maxEach).filter(isSetReturning)) : []
  return [...ctes, ...near, ...far, ...schemas, ...sets]
}

const isSetReturning = ({ signatures }: Routine) => signatures.some(({ returns }) => /^(?:SETOF|TABLE)/.test(returns))

function relationOf(relation: Relation, isInSchema = false): Suggestion {
  const { schema, name, kind, isNear } = relation
  const isView = kind === 'v' || kind === 'm'
  const own = isInSchema ? quoteIdent(name) : nameIn(relation)
  return {
    label: isNear || isInSchema ? name : `${schema}.${name}`,
    apply: own,
    kind: isView ? 'view' : 'table',
    detail: kindWords[kind] ?? 'relation',
  }
}

const schemaOf = (name: string): Suggestion => ({ label: name, apply: `${quoteIdent(name)}.`, goesOn: true, kind: 'schema', detail: 'schema' })

function routines(found: readonly Routine[], isInSchema = false): Suggestion[] {
  // what people made comes before what Postgres brings
  const own = found.toSorted((a, b) => Number(a.schema === 'pg_catalog') - Number(b.schema === 'pg_catalog'))
  return own.map((routine): Suggestion => {
    const [first, ...more] = routine.signatures
    const detail = `(${first!.arguments}) → ${first!.returns}${more.length > 0 ? ` +${more.length}` : ''}`
    const { schema, name, isNear } = routine
    const isBare = isNear || isInSchema
    return { label: isBare ? name : `${schema}.${name}`, apply: `${isInSchema ? quoteIdent(name) : nameIn(routine)}(`, kind: 'function', detail }
  })
}

function columnOf({ name, type, isKey, isNullable, of }: VisibleColumn, qualifier: string | null, isTold: boolean): Suggestion {
  const words = [type ?? '', isKey ? 'key' : isNullable ? '' : 'not null', isTold ? of : ''].filter((word) => word !== '').join(' · ')
  const apply = qualifier === null ? quoteIdent(name) : `${quoteIdent(qualifier)}.${quoteIdent(name)}`
  if (qualifier === null) return { label: name, apply, kind: 'column', detail: words }
  return { label: `${qualifier}.${name}`, name, apply, kind: 'column', detail: words }
}

function visibleColumns({ block, before, clause }: CursorPlace, catalog: SqlCatalog): Suggestion[] {
  const target = block.target
  // SET names columns of the target only, before its equals sign
  if (clause === 'set' && target && (before[0] === 'set' || before[0] === ',')) {
    return (columnsOf(target, catalog) ?? []).map((column) => ({ ...columnOf(column, null, false), apply: `${quoteIdent(column.name)} = ` }))
  }
  const read = [...visibleReferences(block)]
  const columns = read.flatMap((reference) => (columnsOf(reference, catalog) ?? []).map((column) => ({ column, reference })))
  const counts = new Map<string, number>()
  for (const { column } of columns) counts.set(column.name, (counts.get(column.name) ?? 0) + 1)
  return columns.map(({ column, reference }) => {
    const qualifier = counts.get(column.name)! > 1 && visibleName(reference) !== '' ? visibleName(reference) : null
    return columnOf(column, qualifier, qualifier === null && read.length > 1)
  })
}

/** The columns of a list in parentheses: of an INSERT, a key, an index. Those that are in it already are left out. */
function listColumns({ list, block }: CursorPlace, { tokens }: StatementBlocks, catalog: SqlCatalog): Suggestion[] {
  const listed = new Set(list!.names)
  const last = block.references.findLast(({ at }) => tokens.some(({ from }) => from >= at.to))
  const reference = block.verb === 'insert' || block.verb === 'utility' ? (block.verb === 'insert' ? block.target : last) : last
  const columns = reference ? (columnsOf(reference, catalog) ?? []) : []
  return columns.filter(({ name }) => !listed.has(name)).map((column) => columnOf(column, null, false))
}

/** After INSERT INTO t: all columns that can be given, with fields for their values. */
function insertLists({ block, before, clause }: CursorPlace, catalog: SqlCatalog): Suggestion[] {
  if (block.verb !== 'insert' || clause !== 'into' || block.target === null || before[0] === ')') return []
  const columns = (columnsOf(block.target, catalog) ?? []).filter(({ generated }) => generated === null)
  if (columns.length === 0) return []
  const names = columns.map(({ name }) => quoteIdent(name)).join(', ')
  const values = columns.map(({ name }) => `\${${name.replaceAll(/[{}\\]/g, '')}}`).join(', ')
  return [{ label: `(${names}) values (…)`, apply: `(${names})\nvalues (${values})`, hasFields: true, kind: 'snippet', detail: 'all columns' }]
}

function afterDot(place: CursorPlace, catalog: SqlCatalog): Suggestion[] {
  const { path, block, word, before } = place
  const [qualifier = '', second] = path
  if (before[0] === 'column' && before[1] === 'on') {
    const relation = second === undefined ? catalog.relation(null, qualifier) : catalog.relation(qualifier, second)
    const columns = (relation && catalog.details(relation)?.columns) ?? []
    if (relation !== null || second !== undefined)
      return columns.map(({ name, type }) => ({ label: name, apply: quoteIdent(name), kind: 'column', detail: type }))
  }
  const read = [...visibleReferences(block)]
  if (second !== undefined) {
    const reference = read.find(({ schema, name }) => schema === qualifier && name === second)
    return reference ? (columnsOf(reference, catalog) ?? []).map((column) => columnOf(column, null, false)) : []
  }
  const target = block.target
  const isExcluded = qualifier === 'excluded' && target !== null
  const references = read.filter((reference) => visibleName(reference) === qualifier)
  const columns = [...references, ...(isExcluded ? [target] : [])].flatMap((reference) => columnsOf(reference, catalog) ?? [])
  if (columns.length > 0) return columns.map((column) => columnOf(column, null, false))
  const inSchema = (catalog.schemaRelations.get(qualifier) ?? []).map((relation) => relationOf(relation, true))
  const functions =
    word.text === '' && wantsRelation(place) ? [] : catalog.routines.find(word.text, 2_000).filter(({ schema }) => schema === qualifier)
  return wantsRelation(place) ? [...inSchema, ...routines(functions, true)] : [...routines(functions, true), ...inSchema]
}

/** `*`, or `o.*`, as the columns that it stands for. */
function expandedStar(text: string, { block, word }: CursorPlace, catalog: SqlCatalog): Suggestions | null {
  const found = /(?:("(?:[^"]|"")+"|[\p{L}_][\p{L}\p{N}_$]*)\s*\.\s*)?\*$/u.exec(text.slice(0, word.from))
  if (!found) return null
  const qualifier = found[1]?.startsWith('"') ? found[1].slice(1, -1).replaceAll('""', '"') : found[1]?.toLowerCase()
  const read = block.references.filter((reference) => qualifier === undefined || visibleName(reference) === qualifier)
  const columns = read.flatMap((reference) => {
    const prefix = qualifier !== undefined || block.references.length > 1 ? `${quoteIdent(visibleName(reference))}.` : ''
    return (columnsOf(reference, catalog) ?? []).map(({ name }) => `${prefix}${quoteIdent(name)}`)
  })
  if (columns.length === 0) return null
  const apply = columns.join(', ')
  const label = apply.length > 60 ? `${apply.slice(0, 60)}…` : apply
  return { from: found.index, to: word.to, word: '', options: [{ label, apply, kind: 'snippet', detail: `${columns.length} columns` }] }
}
