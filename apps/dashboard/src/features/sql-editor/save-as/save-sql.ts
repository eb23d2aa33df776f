import type { AppError } from '@colonnade/core'
import { functions, getMarkAppliedSQL, materializedViews, views } from '@colonnade/pg-meta'
import { ident, literal, sql, toText } from '@colonnade/sql'
import { migrationText } from './messages.ts'
import { replacePlaceholders } from './placeholders.ts'

export type SaveKind = 'view' | 'materialized-view' | 'function' | 'migration'

interface Named {
  readonly schema: string
  readonly name: string
  /** One statement. */
  readonly query: string
}

/** What is made of a text. */
export type SaveDraft =
  | (Named & {
      readonly kind: 'view'
      readonly isInvoker: boolean
      readonly checkOption: 'none' | 'local' | 'cascaded'
      /** The project's own user when null. */
      readonly owner: string | null
      readonly isReplacing: boolean
    })
  | (Named & { readonly kind: 'materialized-view'; readonly owner: string | null; readonly isFilled: boolean })
  | (Named & {
      readonly kind: 'function'
      readonly parameters: readonly { readonly name: string; readonly type: string }[]
      readonly returns: string
    })
  | {
      readonly kind: 'migration'
      /** Orders migrations: a time such as "20240131120000". Empty for the time at which the statements are run, or were. */
      readonly version: string
      /** When statements were run that are only noted, as ISO 8601. */
      readonly createdAt?: string
      readonly name: string
      readonly statements: readonly string[]
      /** Who is noted to have made it. */
      readonly createdBy: string
      /** Else it is only noted, as something that was done before. */
      readonly isRun: boolean
    }

/** What is run, in one transaction. @throws Error when a part of it is no SQL, or a version no number */
export function saveStatements(draft: SaveDraft): readonly string[] {
  switch (draft.kind) {
    case 'view':
      return [
        views.create({
          schema: draft.schema,
          name: draft.name,
          definition: draft.query,
          replace: draft.isReplacing,
          security_invoker: draft.isInvoker,
          ...(draft.checkOption !== 'none' && { check_option: draft.checkOption }),
          ...(draft.owner !== null && { owner: draft.owner }),
        }).sql,
      ]
    case 'materialized-view':
      return [
        materializedViews.create({
          schema: draft.schema,
          name: draft.name,
          definition: draft.query,
          with_data: draft.isFilled,
          ...(draft.owner !== null && { owner: draft.owner }),
        }).sql,
      ]
    case 'function':
      return [
        functions.create({
          schema: draft.schema,
          name: draft.name,
          language: 'sql',
          args: draft.parameters.map(({ name, type }) => `${toText(ident(name))} ${type}`),
          return_type: draft.returns,
          definition: functionBody(
            draft.query,
            draft.parameters.map(({ name }) => name),
          ),
        }).sql,
      ]
    case 'migration': {
      const { version, name, statements, createdBy, createdAt, isRun } = draft
      // what runs without a version is recorded with its run
      if (isRun && version === '') return statements
      if (!/^\d{1,20}$/.test(version)) throw new Error(migrationText.versionInvalid)
      return [
        ...(isRun ? statements : []),
        getMarkAppliedSQL({ version, name, statements, createdBy, ...(createdAt !== undefined && { createdAt }) }).sql,
      ]
    }
  }
}

/** The field that holds what is there already, by what saving it failed with; null when it failed for something else. */
export function takenField(kind: SaveKind, { code, details }: Pick<AppError, 'code' | 'details'>): 'name' | 'version' | null {
  // the statements of a migration can themselves run into taken names and keys
  if (kind === 'migration') {
    return code === 'unique_violation' && details['schema'] === 'supabase_migrations' && details['table'] === 'schema_migrations' ? 'version' : null
  }
  return code === 'duplicate_object' || code === 'unique_violation' ? 'name' : null
}

/** By their place, since a column of the same name would be meant by the name alone. */
export function functionBody(query: string, parameters: readonly string[]): string {
  return replacePlaceholders(query, (name) => `$${parameters.indexOf(name) + 1}`)
}

interface Parameter {
  readonly name: string
  readonly type: string
}

/** Answers no rows, but the columns that a query has. */
export function columnsSql(query: string, parameters: readonly Parameter[]): string {
  return `${columnsHead}${replacePlaceholders(query, stand(parameters))}\n) as result limit 0`
}

const columnsHead = 'select * from (\n'

function stand(parameters: readonly Parameter[]): (name: string) => string {
  const types = new Map(parameters.map(({ name, type }) => [name, type]))
  return (name) => `null::${types.get(name) ?? 'text'}`
}

/**
 * The parameter that an error of `columnsSql` is about: of those about types, the one that stands nearest to its position (from 1), as an operator
 * stands beside what it does not take; null when none stands near.
 */
export function blamedParameter(
  query: string,
  parameters: readonly Parameter[],
  { position, sqlstate }: { readonly position?: unknown; readonly sqlstate?: unknown },
): string | null {
  if (typeof position !== 'number' || !typeErrors.has(String(sqlstate))) return null
  const standing = stand(parameters)
  const places: { readonly name: string; readonly distance: number }[] = []
  let grown = columnsHead.length
  replacePlaceholders(query, (name, { from, to }) => {
    const length = standing(name).length
    const start = from + grown
    const at = position - 1
    places.push({ name, distance: at < start ? start - at : Math.max(0, at - start - length) })
    grown += length - (to - from)
    return ''
  })
  const nearest = places.toSorted((a, b) => a.distance - b.distance)[0]
  return nearest !== undefined && nearest.distance <= maxBlameDistance ? nearest.name : null
}

/** No such operator or function, no such type, no such cast, types that do not match (Postgres documentation, appendix A). */
const typeErrors = new Set(['42883', '42704', '42846', '42804'])
/** Characters between an operator or a call and what it is given. */
const maxBlameDistance = 40

/** "table (city text, count bigint)" */
export function returnsTable(fields: readonly { readonly name: string; readonly type: string }[]): string {
  return `table (${fields.map(({ name, type }) => `${toText(ident(name))} ${type}`).join(', ')})`
}

/** Where a relation that was just made is: its oid, as text. */
export const oidSql = (schema: string, name: string): string =>
  toText(sql`select ${literal(toText(ident(schema, name)))}::pg_catalog.regclass::pg_catalog.oid::text`)
