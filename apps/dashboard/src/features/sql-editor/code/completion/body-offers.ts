import { quoteIdent } from '@colonnade/sql'
import type { Focus, KnownVariable } from '../bodies/focus.ts'
import type { Relation, SqlCatalog } from '../catalog/sql-catalog.ts'
import { columnsOf, type VisibleColumn } from '../scope/columns.ts'
import type { CursorPlace } from '../scope/cursor.ts'
import type { Suggestion } from './suggest.ts'

/** How things of the catalog are offered. */
interface Offers {
  readonly types: (word: string, catalog: SqlCatalog) => readonly Suggestion[]
  readonly relationOf: (relation: Relation, isInSchema?: boolean) => Suggestion
  readonly columnOf: (column: VisibleColumn, qualifier: string | null, isTold: boolean) => Suggestion
}

interface Found {
  readonly word: { readonly from: number; readonly text: string }
  readonly options: readonly Suggestion[]
  readonly isUnasked: boolean
}

const maxEach = 60

/** What a statement of PL/pgSQL begins with (documentation, 41.5 and 41.6). */
const statementWords =
  'if, elsif, else, end if, case, end case, loop, end loop, while, for, foreach, exit, exit when, continue, return, return next, return query, perform, execute, raise notice, raise exception, raise warning, raise info, raise log, raise debug, assert, get diagnostics, get stacked diagnostics, open, fetch, move, close, null, begin, exception, when others then, end, declare, commit, rollback, select, insert into, update, delete from, merge into, call, with'.split(
    ', ',
  )

/** At the type of a variable or the beginning of a statement; null where nothing is offered. */
export function bodyOffers({ kind, text, variables }: Focus, catalog: SqlCatalog | null, offers: Offers): Found | null {
  if (kind !== 'type' && kind !== 'start') return null
  const written = /(?:(?:([\p{L}_][\p{L}\p{N}_$]*)\s*\.\s*)?([\p{L}_][\p{L}\p{N}_$]*)\s*\.\s*)?([\p{L}_][\p{L}\p{N}_$]*)?$/u.exec(text)!
  const [, schema, qualifier, own = ''] = written
  const word = { from: text.length - own.length, text: own }
  if (qualifier !== undefined) {
    const options = catalog === null ? [] : afterDot(kind, { schema, qualifier }, variables, catalog, offers)
    return { word, options, isUnasked: true }
  }
  if (kind === 'start') {
    const words = statementWords.map((label): Suggestion => ({ label, apply: label, kind: 'keyword', detail: '' }))
    const assigned = variableOffers(variables).map((offer): Suggestion => ({ ...offer, apply: `${offer.apply} := ` }))
    return { word, options: [...assigned, ...words], isUnasked: false }
  }
  if (catalog === null) return null
  const rows = catalog.relations.find(own, maxEach).map((relation) => {
    const offer = offers.relationOf(relation)
    return { ...offer, apply: `${offer.apply}%rowtype`, detail: `row of the ${offer.detail}` }
  })
  const record: Suggestion = { label: 'record', apply: 'record', kind: 'type', detail: 'any row' }
  return { word, options: [...offers.types(own, catalog), record, ...rows], isUnasked: false }
}

/** `orders.` of a type has the types of its columns; `v.` where a statement begins has the fields of a variable. */
function afterDot(
  kind: 'type' | 'start',
  { schema, qualifier }: { readonly schema: string | undefined; readonly qualifier: string },
  variables: readonly KnownVariable[],
  catalog: SqlCatalog,
  { relationOf, columnOf }: Offers,
): Suggestion[] {
  if (kind === 'start') {
    return variableFields(qualifier.toLowerCase(), variables, catalog).map((column) => {
      const offer = columnOf(column, null, false)
      return { ...offer, apply: `${offer.apply} := ` }
    })
  }
  const relation = catalog.relation(schema?.toLowerCase() ?? null, qualifier.toLowerCase())
  const columns = relation && catalog.details(relation)?.columns
  if (columns)
    return columns.map(({ name, type }) => ({ label: `${name}%type`, name, apply: `${quoteIdent(name)}%type`, kind: 'type', detail: type }))
  return (catalog.schemaRelations.get(qualifier.toLowerCase()) ?? []).map((each) => {
    const offer = relationOf(each, true)
    return { ...offer, apply: `${offer.apply}%rowtype` }
  })
}

/** Variables by name, the ones that were declared last before others of the same name. */
export function variableOffers(variables: readonly KnownVariable[]): Suggestion[] {
  return variables.map(({ name, type }) => ({ label: name, apply: quoteIdent(name), kind: 'variable', detail: type }))
}

/** The columns of a variable that holds a row. */
export function variableFields(name: string, variables: readonly KnownVariable[], catalog: SqlCatalog): readonly VisibleColumn[] {
  const variable = variables.findLast((each) => each.name === name)
  return (variable && columnsOf(variable.row, catalog)) ?? []
}

/** SELECT … INTO names variables here. */
export function isSelectInto({ before, clause, block }: CursorPlace): boolean {
  return before[0] === 'into' && clause === 'into' && block.verb !== 'insert' && block.verb !== 'merge'
}
