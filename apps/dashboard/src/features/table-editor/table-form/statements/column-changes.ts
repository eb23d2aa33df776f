import { columns, type Command } from '@colonnade/pg-meta'
import { alterColumn, commentOnColumn, type ColumnAlteration, type TableName } from '@colonnade/pg-meta/alter-table'
import { ident, toText } from '@colonnade/sql'
import type { DefinedTable } from '@colonnade/pg-meta/table-definition'
import type { FormStatement } from './changes.ts'
import type { ColumnDraft, ColumnSource, IdentityDraft } from '../model/table-draft.ts'
import { isSameType, isCastByItself, keepsCollation } from '../types/type-changes.ts'

type DefinedColumn = NonNullable<DefinedTable['columns']>[number]

/** A column in the words of `create`. */
export function definitionOfColumn(column: ColumnDraft): DefinedColumn {
  const { source } = column
  return {
    name: column.name,
    type: column.type,
    ...(column.isNullable ? {} : { is_nullable: false }),
    ...(column.comment === '' ? {} : { comment: column.comment }),
    ...(source.kind === 'default' ? { default_value: source.text, default_value_format: source.format } : {}),
    ...(source.kind === 'identity'
      ? { is_identity: true, identity_generation: source.generation, identity_options: givenOptions(source.options) }
      : {}),
    ...(source.kind === 'generated' ? { generation_expression: source.expression, generation_kind: source.storage } : {}),
  }
}

/** What is typed of a sequence's options. */
export function givenOptions({ start, increment, min_value, max_value, cache, cycle }: IdentityDraft) {
  const typed = Object.entries({ start, increment, min_value, max_value, cache }).filter(([, text]) => text.trim() !== '')
  return { ...(Object.fromEntries(typed.map(([name, text]) => [name, text.trim()])) as Record<string, string>), ...(cycle ? { cycle } : {}) }
}

/** What becomes of a column that is there; it has its new name by then. */
export function columnChanges(table: TableName, definition: DefinedTable, before: ColumnDraft, now: ColumnDraft): FormStatement[] {
  const path = `column:${now.id}`
  const at = (command: Command, field: string): FormStatement => ({ sql: command.sql, path: `${path}:${field}` })
  const stored = definition.columns?.find(({ name }) => name === before.name)
  const isTyped = !isSameType(before.type, now.type)
  const isSourced = !isSameSource(before.source, now.source)
  const [old, next] = [before.source, now.source]
  const becomesIdentity = next.kind === 'identity' && old.kind !== 'identity'
  const alterations: { readonly field: string; readonly change: ColumnAlteration }[] = []
  const add = (field: string, change: ColumnAlteration) => alterations.push({ field, change })

  if (isSourced && old.kind === 'default' && next.kind !== 'default') add('source', { kind: 'no-default' })
  if (isSourced && old.kind === 'identity' && next.kind !== 'identity') add('source', { kind: 'no-identity' })
  if (isSourced && old.kind === 'generated' && next.kind !== 'generated') add('source', { kind: 'not-generated' })
  if (isTyped) {
    const hasDefault = old.kind === 'default' && next.kind === 'default'
    const isBare = now.using.trim() === ''
    const isCast = isBare && isCastByItself(before.type, now.type)
    // Postgres only casts a default automatically if it would cast the values
    if (hasDefault && (isSourced || !isCast)) add('source', { kind: 'no-default' })
    add('type', {
      kind: 'type',
      type: now.type,
      using: isCast ? null : isBare ? castOf(now.name, now.type) : now.using,
      collation: keepsCollation(now.type) ? (stored?.collation ?? null) : null,
    })
    if (hasDefault && !isSourced && !isCast) add('source', { kind: 'cast-default', expression: expressionOf(stored, old), type: now.type })
    // a new type brings its own
    if (stored?.storage !== null && stored?.storage !== undefined && keepsCollation(now.type))
      add('type', { kind: 'storage', storage: stored.storage })
    if (stored?.compression !== null && stored?.compression !== undefined && keepsCollation(now.type))
      add('type', { kind: 'compression', compression: stored.compression })
  }
  if (isSourced && next.kind === 'default') add('source', { kind: 'default', value: next.text, format: next.format, type: now.type })
  if (isSourced && next.kind === 'identity' && old.kind === 'identity') {
    if (next.generation !== old.generation) add('source', { kind: 'identity', generation: next.generation })
    const options = changedOptions(old.options, next.options)
    const restart = next.options.restart.trim() === '' ? null : next.options.restart.trim()
    if (Object.keys(options).length > 0 || restart !== null) add('source', { kind: 'sequence', options, restart })
  }
  if (isSourced && next.kind === 'generated' && old.kind === 'generated') add('source', { kind: 'generated', expression: next.expression })
  if (now.isNullable !== before.isNullable && !(becomesIdentity && !now.isNullable)) add('nullable', { kind: 'nullable', isNullable: now.isNullable })

  const [first] = alterations
  return [
    ...(first === undefined
      ? []
      : [
          at(
            alterColumn(
              table,
              now.name,
              alterations.map(({ change }) => change),
            ),
            alterations.some(({ field }) => field === 'type') ? 'type' : first.field,
          ),
        ]),
    // goes on after the largest value that is there, whatever sequence the column had before
    ...(becomesIdentity
      ? [
          at(
            columns.update(
              { ...table, table: table.name, name: now.name },
              { is_identity: true, identity_generation: next.generation, identity_options: givenOptions(next.options) },
            ),
            'source',
          ),
        ]
      : []),
    ...(now.comment === before.comment ? [] : [{ sql: commentOnColumn(table, now.name, now.comment === '' ? null : now.comment).sql, path }]),
  ]
}

export function isSameSource(one: ColumnSource, other: ColumnSource): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/** The default as Postgres has it. */
function expressionOf(stored: DefinedColumn | undefined, source: ColumnSource): string {
  if (typeof stored?.default_value === 'string') return stored.default_value
  return source.kind === 'default' ? source.text : ''
}

/** Said, every cast that there is works; a value that does not fit is refused. */
function castOf(name: string, type: string): string {
  return `${toText(ident(name))}::${type}`
}

function changedOptions(before: IdentityDraft, now: IdentityDraft) {
  const given = givenOptions(now)
  const old: Record<string, unknown> = givenOptions(before)
  const changed = Object.fromEntries(Object.entries(given).filter(([name, value]) => old[name] !== value))
  return before.cycle && !now.cycle ? { ...changed, cycle: false } : changed
}
