import type { Entity } from '@colonnade/pg-meta'
import { columnNames } from '../guessing/names.ts'
import { maxColumns } from '../limits.ts'
import { guessKey } from '../guessing/guess-key.ts'
import { guessType, type Guess } from '../guessing/guess-type.ts'
import type { Head, ReadSettings, Sample } from '../reading/sample.ts'
import { matchColumns } from './match-columns.ts'

/** What a person changed about one column of a new table. */
export interface ColumnEdit {
  readonly name?: string
  readonly type?: string
  readonly isNullable?: boolean
  readonly isSkipped?: boolean
  readonly isKey?: boolean
}

export interface NewTable {
  readonly schema: string
  readonly name: string
  readonly hasRls: boolean
  /** Adds a column that numbers the rows and is the key; null: where the file has nothing like a key. */
  readonly hasNumber: boolean | null
}

/** What happens to a row whose key is there already. */
export type OnConflict = 'insert' | 'update' | 'skip'

/** Where the rows go: a new table or an existing one. */
export type Into = 'new' | 'existing'

/** All that is chosen about an import, besides the file and how it is read. Columns are named by their place among the file's fields. */
export interface ImportChoices {
  readonly into: Into
  readonly table: NewTable
  readonly edits: Readonly<Record<number, ColumnEdit>>
  /** Into an existing table: the column for a field, where it is another than the matching one; null for none. */
  readonly targets: Readonly<Record<number, string | null>>
  readonly onConflict: OnConflict
  /** Columns of the key that is chosen; null for the first there is. */
  readonly key: readonly string[] | null
  readonly onBadRow: 'stop' | 'collect'
}

/** A file, how it is read, and what is to become of it. */
export interface ImportDraft {
  readonly file: File
  /** The file is what was pasted: it has no name of its own. */
  readonly isPasted: boolean
  readonly head: Head
  readonly settings: ReadSettings
  readonly choices: ImportChoices
}

/** A column of a new table, as it stands in the form. */
export interface NewColumn {
  readonly place: number
  readonly source: number | string
  readonly heading: string | null
  readonly name: string
  /** Why the name is not what the file says. */
  readonly renamed: string | null
  readonly type: string
  /** About the guessed type. */
  readonly note: string | null
  readonly isNullable: boolean
  readonly isSkipped: boolean
  readonly isKey: boolean
}

const guesses = new WeakMap<Sample, readonly Guess[]>()

/** Types are guessed once for each sample: the columns are computed again with each key press. */
function guessesOf(sample: Sample): readonly Guess[] {
  const found =
    guesses.get(sample) ??
    sample.fields.map((_, place) =>
      guessType(
        sample.rows.map(({ cells }) => cells[place]),
        sample.dateOrder,
        sample.numberForm,
      ),
    )
  guesses.set(sample, found)
  return found
}

/** Whether a column that numbers the rows is added. */
export function hasNumber(sample: Sample, table: NewTable): boolean {
  return table.hasNumber ?? (sample.fields.length < maxColumns && guessKey(sample, table.name) === null)
}

/** The columns of a new table: guessed from the sample, then as they were changed. */
export function newColumns(sample: Sample, { table, edits }: Pick<ImportChoices, 'table' | 'edits'>): NewColumn[] {
  const isNumbered = hasNumber(sample, table)
  const keyPlace = isNumbered ? null : guessKey(sample, table.name)
  const names = columnNames(sample.fields.map(({ heading }) => heading))
  return sample.fields.map(({ source, heading }, place) => {
    const guess = guessesOf(sample)[place]!
    const edit = edits[place] ?? {}
    const { name, renamed } = names[place]!
    const isKey = !isNumbered && (edit.isKey ?? place === keyPlace)
    return {
      place,
      source,
      heading,
      name: edit.name ?? name,
      renamed: edit.name === undefined ? renamed : null,
      type: edit.type ?? guess.type,
      note: edit.type === undefined ? guess.note : null,
      isNullable: !isKey && (edit.isNullable ?? true),
      isSkipped: edit.isSkipped ?? false,
      isKey,
    }
  })
}

/** The column of an existing table for each field of the file; null where it goes nowhere. */
export function targetsOf(sample: Sample, entity: Entity, targets: ImportChoices['targets']): (string | null)[] {
  const matching = matchColumns(
    sample.fields.map(({ heading }) => heading),
    entity.columns,
  )
  return matching.map((match, place) => (place in targets ? targets[place]! : match))
}
