import { format } from '@colonnade/pg-meta'
import { useQuery } from '@tanstack/react-query'
import { useSettled } from '../../../../lib/late/use-settled.ts'
import { sqlKey } from '../../../../scope/keys/keys.ts'
import { runSql } from '../../../../scope/run-sql.ts'
import { readValue, type Reading } from '../guessing/read-value.ts'
import { previewRows, shownColumns } from '../limits.ts'
import type { Sample } from '../reading/sample.ts'

/** What becomes of a value in its column: the text that the database prints of it, or why it is refused. */
export type Outcome = { readonly text: string } | { readonly wrong: string }

/** By field, then by row; undefined where the database was not asked, or has not answered yet. */
export type Outcomes = readonly (readonly (Outcome | undefined)[])[]

interface AskedColumn {
  readonly place: number
  readonly type: string
  readonly rows: readonly number[]
  readonly texts: readonly string[]
}

/** Longer values are shown as they are: nobody reads them to the end here. */
const askedCharacters = 1_000
/** A type is written letter by letter. */
const settleMs = 300

/** Asks the database what becomes of the first rows in columns of these types, so that the preview shows what will be there, and not the file. */
export function useOutcomes(projectRef: string, sample: Sample, types: readonly (string | null)[]): Outcomes {
  const asked = useSettled(JSON.stringify(types.slice(0, shownColumns).flatMap((type, place) => askedColumn(sample, type, place))), settleMs)
  const { data } = useQuery({
    queryKey: sqlKey(projectRef, 'import-outcomes', asked),
    queryFn: async ({ signal }) => {
      const columns = JSON.parse(asked) as readonly AskedColumn[]
      const { results } = await runSql(projectRef, { query: outcomesSql(columns), read_only: true, signal })
      return placed(columns, JSON.parse(results[0]!.rows[0]![0]!) as readonly (readonly [string | null, string | null][])[])
    },
    enabled: asked !== '[]',
    // an unfinished type is refused: the values stand as they are until it is one
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return data ?? []
}

function askedColumn(sample: Sample, type: string | null, place: number): AskedColumn[] {
  if (type === null || type.trim() === '' || /^(?:text|character varying|varchar)$/i.test(type.trim())) return []
  const values = sample.rows.slice(0, previewRows).flatMap((row, number) => {
    const cell = row.cells[place]
    const text = cell === null || cell === undefined ? null : readText(cell, type, sample)
    return text === null || text.length > askedCharacters ? [] : [{ number, text }]
  })
  return values.length === 0 ? [] : [{ place, type, rows: values.map(({ number }) => number), texts: values.map(({ text }) => text) }]
}

/** The value as the import hands it to the database; null when it is refused before. */
function readText({ text, form }: NonNullable<Sample['rows'][number]['cells'][number]>, type: string, reading: Reading): string | null {
  const read = form === 'plain' || form === 'string' ? readValue(text, type, reading) : { text }
  return 'wrong' in read ? null : read.text
}

/** One JSON document: for each column, for each value its text and what is wrong with it. */
export function outcomesSql(columns: readonly Pick<AskedColumn, 'type' | 'texts'>[]): string {
  const parts = columns.map(({ type, texts }) => {
    const values = `array[${texts.map((text) => format.literal(text.replaceAll('\0', ''))).join(', ')}]::text[]`
    return `(select pg_catalog.jsonb_agg(pg_catalog.jsonb_build_array(
      case when e.message is null then (v.value::${type})::text end, e.message) order by v.place)
      from pg_catalog.unnest(${values}) with ordinality v (value, place), lateral pg_catalog.pg_input_error_info(v.value, ${format.literal(type)}) e)`
  })
  return `select pg_catalog.jsonb_build_array(${parts.join(', ')})`
}

function placed(columns: readonly AskedColumn[], answers: readonly (readonly (readonly [string | null, string | null])[])[]): Outcomes {
  const outcomes: (Outcome | undefined)[][] = []
  for (const [index, { place, rows }] of columns.entries()) {
    const own: (Outcome | undefined)[] = []
    for (const [at, [text, wrong]] of (answers[index] ?? []).entries()) own[rows[at]!] = wrong === null ? { text: text ?? '' } : { wrong }
    outcomes[place] = own
  }
  return outcomes
}
