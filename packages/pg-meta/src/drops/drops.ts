import { type Fragment, ident, sql } from '@colonnade/sql'
import { identityList } from '../functions/arguments.ts'
import { type Command, command } from '../statement.ts'

/** What is dropped, by its name and what it belongs to. */
export type Droppable =
  | { readonly kind: 'table' | 'view' | 'materialized view' | 'foreign table' | 'index' | 'type'; readonly schema: string; readonly name: string }
  /** A function or a procedure; `args` are types in order, or all of them as Postgres prints them. */
  | { readonly kind: 'routine'; readonly schema: string; readonly name: string; readonly args: readonly string[] }
  /** The same, with ORDER BY where its arguments have it. */
  | { readonly kind: 'aggregate'; readonly schema: string; readonly name: string; readonly args: readonly string[] }
  | { readonly kind: 'column' | 'trigger' | 'policy'; readonly schema: string; readonly table: string; readonly name: string }
  | { readonly kind: 'publication' | 'extension' | 'schema'; readonly name: string }
  | { readonly kind: 'role'; readonly name: string }

const relationWords = {
  table: sql`table`,
  view: sql`view`,
  'materialized view': sql`materialized view`,
  'foreign table': sql`foreign table`,
  index: sql`index`,
  type: sql`type`,
} as const

const wholeWords = { publication: sql`publication`, extension: sql`extension`, schema: sql`schema` } as const

/**
 * One plain statement: for people to read before it runs, and for a migration to say the same in another database. What is not there is
 * Postgres's own error (42P01, 42704 or 42883). Restrict unless asked to take along what depends on it; a role takes nothing along.
 */
export function dropByName(target: Droppable, { cascade = false }: { readonly cascade?: boolean } = {}): Command {
  if (target.kind === 'role') return command(sql`drop role ${ident(target.name)};`)
  return command(sql`${drop(target)} ${cascade ? sql`cascade` : sql`restrict`};`)
}

function drop(target: Exclude<Droppable, { kind: 'role' }>): Fragment {
  switch (target.kind) {
    case 'routine':
      return sql`drop routine ${ident(target.schema, target.name)}(${identityList(target.args)})`
    case 'aggregate':
      return sql`drop aggregate ${ident(target.schema, target.name)}(${target.args.join('') === '' ? sql`*` : identityList(target.args)})`
    case 'column':
      return sql`alter table ${ident(target.schema, target.table)} drop column ${ident(target.name)}`
    case 'trigger':
      return sql`drop trigger ${ident(target.name)} on ${ident(target.schema, target.table)}`
    case 'policy':
      return sql`drop policy ${ident(target.name)} on ${ident(target.schema, target.table)}`
    case 'publication':
    case 'extension':
    case 'schema':
      return sql`drop ${wholeWords[target.kind]} ${ident(target.name)}`
    default:
      return sql`drop ${relationWords[target.kind]} ${ident(target.schema, target.name)}`
  }
}
