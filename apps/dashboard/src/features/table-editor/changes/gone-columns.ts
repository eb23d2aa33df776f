import type { Entity } from '@colonnade/pg-meta'
import type { ChangeErrorWords } from './explain-change-error.ts'

/**
 * What has become of a table since it was opened, for a save that fell over it: columns that were dropped, or have another name now.
 * `now` is null where the table is gone. Null where all columns are as they were.
 */
export function goneWords(before: Entity, now: Entity | null): ChangeErrorWords | null {
  if (now === null) return { title: `${before.name} does not exist any more`, detail: null, columns: [], isFinal: true }
  const names = new Set(now.columns.map(({ name }) => name))
  const gone = before.columns.filter(({ name }) => !names.has(name))
  if (gone.length === 0) return null
  const namesById = new Map(now.columns.map(({ id, name }) => [id, name]))
  const dropped = gone.filter(({ id }) => !namesById.has(id)).map(({ name }) => name)
  const renamed = gone.filter(({ id }) => namesById.has(id)).map(({ id, name }) => `${name} is called ${namesById.get(id)!} now`)
  const title = [...(dropped.length === 0 ? [] : [droppedTitle(dropped)]), ...renamed].join(', ')
  return { title, detail: goneAdvice, columns: gone.map(({ name }) => name), isFinal: true }
}

/** Of a column that the table, read anew, has not. */
export function droppedWords(column: string): ChangeErrorWords {
  return { title: droppedTitle([column]), detail: goneAdvice, columns: [column], isFinal: true }
}

const goneAdvice = 'Forget what you changed in it: your other changes stay, and can be saved.'

function droppedTitle(names: readonly string[]): string {
  return names.length === 1 ? `The column ${names[0]} does not exist any more` : `The columns ${names.join(', ')} do not exist any more`
}
