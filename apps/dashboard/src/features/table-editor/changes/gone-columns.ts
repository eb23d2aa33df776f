import type { Entity } from '@colonnade/pg-meta'
import type { ChangeErrorWords } from './explain-change-error.ts'
import { goneColumnsText } from './messages.ts'

/**
 * What has become of a table since it was opened, for a save that fell over it: columns that were dropped, or have another name now.
 * `now` is null where the table is gone. Null where all columns are as they were.
 */
export function goneWords(before: Entity, now: Entity | null): ChangeErrorWords | null {
  if (now === null) return { title: goneColumnsText.gone(before.name), detail: null, columns: [], isFinal: true }
  const names = new Set(now.columns.map(({ name }) => name))
  const gone = before.columns.filter(({ name }) => !names.has(name))
  if (gone.length === 0) return null
  const namesById = new Map(now.columns.map(({ id, name }) => [id, name]))
  const dropped = gone.filter(({ id }) => !namesById.has(id)).map(({ name }) => name)
  const renamed = gone.filter(({ id }) => namesById.has(id)).map(({ id, name }) => goneColumnsText.renamed(name, namesById.get(id)!))
  const title = [...(dropped.length === 0 ? [] : [droppedTitle(dropped)]), ...renamed].join(', ')
  return { title, detail: goneAdvice, columns: gone.map(({ name }) => name), isFinal: true }
}

/** For a column that the reloaded table no longer has. */
export function droppedWords(column: string): ChangeErrorWords {
  return { title: droppedTitle([column]), detail: goneAdvice, columns: [column], isFinal: true }
}

const goneAdvice = goneColumnsText.hint

function droppedTitle(names: readonly string[]): string {
  return names.length === 1 ? goneColumnsText.columnGone(names[0]!) : goneColumnsText.columnsGone(names.join(', '))
}
