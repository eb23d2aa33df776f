import { isAppError, type AppError } from '@colonnade/core'
import type { Entity } from '@colonnade/pg-meta'
import { isNumbered } from '@colonnade/pg-meta/follow-numbers'
import { ident, literal, sql, toText } from '@colonnade/sql'
import { RowGone } from './row-gone.ts'
import { timeoutText } from './timeout-text.ts'

export interface ChangeErrorWords {
  readonly title: string
  /** What Postgres said, where it says more. */
  readonly detail: string | null
  /** Columns at fault, as far as they are known. */
  readonly columns: readonly string[]
  /** Nothing that could be typed would help: only a look at the table as it is now. */
  readonly isFinal?: boolean
}

/**
 * What went wrong with a change of rows, by the error's code. `changed` are the columns that the change set: none for a deletion, which
 * tells a row that refers to nothing from a row that others refer to.
 */
export function explainChangeError(error: unknown, entity: Entity, changed: readonly string[]): ChangeErrorWords {
  if (error instanceof RowGone) return { title: error.message, detail: null, columns: [], isFinal: true }
  if (!isAppError(error)) return { title: error instanceof Error ? error.message : String(error), detail: null, columns: [] }
  const detail = [error.message, textOf(error, 'detail'), textOf(error, 'hint')].filter((text) => text !== null).join('\n')
  const words = (title: string, columns: readonly string[] = []): ChangeErrorWords => ({ title, columns, detail })
  const column = textOf(error, 'column')
  const constraint = textOf(error, 'constraint')
  switch (error.code) {
    case 'unique_violation': {
      const columns = uniqueColumns(entity, constraint)
      const drawn = entity.columns.find((own) => columns.includes(own.name) && !changed.includes(own.name) && isNumbered(own))
      if (drawn !== undefined) return behindWords(entity, drawn.name)
      return words(columns.length === 0 ? 'A row with this value already exists' : `A row with this ${columns.join(', ')} already exists`, columns)
    }
    case 'foreign_key_violation':
      return foreignKeyWords(error, entity, changed, words)
    case 'not_null_violation':
      return words(column === null ? 'NULL is no value of this type' : `${column} must have a value`, column === null ? [] : [column])
    case 'check_violation':
      return words(constraint === null ? 'A check refuses this value' : `The check ${constraint} refuses this value`, column === null ? [] : [column])
    case 'exclusion_violation':
      return words('This row conflicts with another one')
    case 'invalid_value':
      return words(misfitTitle)
    case 'insufficient_privilege':
      return words('The database role may not do this')
    case 'read_only':
      return words('The connection is read-only')
    case 'forbidden':
      return words('Your role may read only')
    case 'undefined_object':
      return words('The table has changed meanwhile. Refresh it and try again.')
    case 'statement_timeout':
      return {
        title: timeoutText(error, 'Saving', 'Nothing was saved.') ?? error.message,
        detail:
          'Someone else may hold these rows: try again in a moment. Changes of very many rows are best made in the SQL editor, which can be given more time.',
        columns: [],
      }
    case 'query_cancelled':
      return words('Saving was stopped, in the database or from another page. Nothing was saved.')
    case 'connection_lost':
      return words('The connection to the database was lost. Nothing is known to have changed: refresh and look.')
    default:
      // what a trigger raises says what to do in its hint
      return {
        title: error.message,
        detail: [textOf(error, 'detail'), textOf(error, 'hint')].filter((text) => text !== null).join('\n') || null,
        columns: [],
      }
  }
}

export const misfitTitle = 'This value does not fit its column'

const skippedTitles = {
  insert: 'The database skipped this row: it was not added',
  update: 'The database skipped this row: it was not changed',
  delete: 'The database skipped this row: it was not deleted',
}

/** Says that a statement went well and left a row as it was, with what the database remarked, or else what may have done that. */
export function skippedWords(kind: 'insert' | 'update' | 'delete', role: string | undefined, notices: readonly string[]): ChangeErrorWords {
  const guess =
    role === undefined
      ? 'A trigger or a rule may do that, or a row-level security policy.'
      : `${role} may see rows that no policy lets it change. A trigger or a rule may skip rows, too.`
  return { title: `${skippedTitles[kind]}. Nothing was saved.`, detail: notices.length > 0 ? notices.join('\n') : guess, columns: [] }
}

/** All of it, for the field that it is about. */
export function besideField({ title, detail }: ChangeErrorWords): string {
  return detail === null ? title : `${title}: ${detail}`
}

/** What is so of a table with rules that stand in place of changes, and what helps. */
export function ruleWords({ name }: Entity, rules: readonly string[]): ChangeErrorWords {
  return {
    title: `${rules.length === 1 ? 'A rule takes' : 'Rules take'} the place of changes of ${name}: ${rules.join(', ')}`,
    detail:
      'What a rule with DO INSTEAD makes of a row can not be read back, so that it can not be saved here. Change it in the SQL editor; with a trigger in place of the rule it can be edited here, too.',
    columns: [],
  }
}

/** A number that the database gave itself is taken: rows have come that brought theirs. */
function behindWords({ schema, name }: Entity, column: string): ChangeErrorWords {
  const relation = toText(ident(schema, name))
  const own = ident(column)
  const repair = sql`select setval(pg_get_serial_sequence(${literal(relation)}, ${literal(column)}), max(${own})) from ${ident(schema, name)};`
  return {
    title: `The numbering of ${column} is behind: its next number is taken`,
    detail: `Save again to try the number after it, or move the numbering past the largest ${column} in the SQL editor:\n${toText(repair)}`,
    columns: [column],
  }
}

function foreignKeyWords(
  error: AppError,
  entity: Entity,
  changed: readonly string[],
  words: (title: string, columns?: readonly string[]) => ChangeErrorWords,
): ChangeErrorWords {
  const constraint = textOf(error, 'constraint')
  const table = textOf(error, 'table')
  const own = entity.relationships.filter(
    ({ constraint_name: name, source_table_id: source }) => name === constraint && source === entity.id && table === entity.name,
  )
  const columns = own.map(({ source_column_name: name }) => name)
  const [first] = own
  if (first === undefined || !columns.some((column) => changed.includes(column))) {
    return words(table === null ? 'Other rows still refer to this one' : `Rows of ${table} still refer to this one`)
  }
  return words(`${first.target_table_name} has no row with this ${own.map(({ target_column_name: name }) => name).join(', ')}`, columns)
}

function uniqueColumns(entity: Entity, constraint: string | null): readonly string[] {
  if (constraint === null) return []
  const index = entity.unique_indexes.find(({ name }) => name === constraint)
  if (index) return index.columns
  return constraint === `${entity.name}_pkey` ? entity.primary_keys.map(({ name }) => name) : []
}

function textOf({ details }: AppError, name: string): string | null {
  const value = details[name]
  return typeof value === 'string' && value !== '' ? value : null
}
