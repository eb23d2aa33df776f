import { isAppError, type AppError } from '@colonnade/core'
import type { Entity } from '@colonnade/pg-meta'
import { isNumbered } from '@colonnade/pg-meta/follow-numbers'
import { ident, literal, sql, toText } from '@colonnade/sql'
import { explainChangeErrorText } from './messages.ts'
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
 * Describes why a change of rows failed, by the error's code. `changed` are the columns that the change set: none for a deletion, which
 * distinguishes a missing referenced row from a row that others reference.
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
      return words(columns.length === 0 ? explainChangeErrorText.duplicate : explainChangeErrorText.duplicateOf(columns.join(', ')), columns)
    }
    case 'foreign_key_violation':
      return foreignKeyWords(error, entity, changed, words)
    case 'not_null_violation':
      return words(
        column === null ? explainChangeErrorText.nullInDomain : explainChangeErrorText.mustHaveValue(column),
        column === null ? [] : [column],
      )
    case 'check_violation':
      return words(constraint === null ? explainChangeErrorText.check : explainChangeErrorText.checkOf(constraint), column === null ? [] : [column])
    case 'exclusion_violation':
      return words(explainChangeErrorText.exclusion)
    case 'invalid_value':
      return words(misfitTitle)
    case 'insufficient_privilege':
      return words(explainChangeErrorText.noPrivilege)
    case 'read_only':
      return words(explainChangeErrorText.readOnly)
    case 'forbidden':
      return words(explainChangeErrorText.role)
    case 'undefined_object':
      return words(explainChangeErrorText.tableChanged)
    case 'statement_timeout':
      return {
        title: timeoutText(error, explainChangeErrorText.saving, explainChangeErrorText.nothingWasSaved) ?? error.message,
        detail: explainChangeErrorText.timeoutHint,
        columns: [],
      }
    case 'query_cancelled':
      return words(explainChangeErrorText.stopped)
    case 'connection_lost':
      return words(explainChangeErrorText.connectionLost)
    default:
      // what a trigger raises says what to do in its hint
      return {
        title: error.message,
        detail: [textOf(error, 'detail'), textOf(error, 'hint')].filter((text) => text !== null).join('\n') || null,
        columns: [],
      }
  }
}

export const misfitTitle = explainChangeErrorText.invalidValue

const skippedTitles = {
  insert: explainChangeErrorText.skippedInsert,
  update: explainChangeErrorText.skippedUpdate,
  delete: explainChangeErrorText.skippedDelete,
}

/** Says that a statement went well and left a row as it was, with what the database remarked, or else what may have done that. */
export function skippedWords(kind: 'insert' | 'update' | 'delete', role: string | undefined, notices: readonly string[]): ChangeErrorWords {
  const guess = role === undefined ? explainChangeErrorText.skippedWhy : explainChangeErrorText.skippedWhyRole(role)
  return { title: explainChangeErrorText.withNothingSaved(skippedTitles[kind]), detail: notices.length > 0 ? notices.join('\n') : guess, columns: [] }
}

/** All of it, for the field that it is about. */
export function besideField({ title, detail }: ChangeErrorWords): string {
  return detail === null ? title : `${title}: ${detail}`
}

/** What is so of a table with rules that stand in place of changes, and what helps. */
export function ruleWords({ name }: Entity, rules: readonly string[]): ChangeErrorWords {
  return {
    title: explainChangeErrorText.rulesReplace(name, rules),
    detail: explainChangeErrorText.ruleHint,
    columns: [],
  }
}

/** A number that the database gave itself is taken: rows have come that brought theirs. */
function behindWords({ schema, name }: Entity, column: string): ChangeErrorWords {
  const relation = toText(ident(schema, name))
  const own = ident(column)
  const repair = sql`select setval(pg_get_serial_sequence(${literal(relation)}, ${literal(column)}), max(${own})) from ${ident(schema, name)};`
  return {
    title: explainChangeErrorText.sequenceBehind(column),
    detail: explainChangeErrorText.sequenceHint(column, toText(repair)),
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
    return words(table === null ? explainChangeErrorText.stillReferenced : explainChangeErrorText.stillReferencedBy(table))
  }
  return words(explainChangeErrorText.missingTarget(first.target_table_name, own.map(({ target_column_name: name }) => name).join(', ')), columns)
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
