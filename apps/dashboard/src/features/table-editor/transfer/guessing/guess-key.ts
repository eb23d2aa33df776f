import type { Sample } from '../reading/sample.ts'

/** Headings of columns that are keys by their name. */
const keyNames = new Set(['id', 'uuid', 'guid', 'key', '_id'])

/**
 * Returns the place of the field that identifies rows: named like a key, or like the table's (`order_id` of orders), with another value in each
 * row that was looked at. Null when there is none.
 */
export function guessKey(sample: Sample, tableName: string): number | null {
  if (sample.rows.length === 0) return null
  const own = `${tableName.replace(/s$/, '')}_id`
  const place = sample.fields.findIndex(({ heading }, at) => {
    const name = heading?.trim().toLowerCase() ?? ''
    return (keyNames.has(name) || name === own) && isUnique(sample, at)
  })
  return place < 0 ? null : place
}

function isUnique({ rows }: Sample, place: number): boolean {
  const values = new Set<string>()
  for (const { cells } of rows) {
    const cell = cells[place]
    // a short row is a bad one: it says nothing
    if (cell === undefined) continue
    if (cell === null || cell.text === '' || cell.form === 'document' || values.has(cell.text)) return false
    values.add(cell.text)
  }
  return true
}
