import type { RowSort } from '@colonnade/pg-meta'
import { z } from 'zod'

/** What of the table editor is in the address: everything that a link should bring back. */
export const EditorSearch = z.object({
  schema: z.string().optional().catch(undefined),
  /** Oid, or the name within the schema. */
  table: z.string().optional().catch(undefined),
  /** "column:asc" or "column:desc", the weightiest first. */
  sort: z.array(z.string()).optional().catch(undefined),
  /** Number of the first row that is scrolled over, in tables that are too long for one stretch. */
  from: z.coerce.number().int().min(0).optional().catch(undefined),
})
export type EditorSearch = z.infer<typeof EditorSearch>

export type EntityRef = { readonly id: number } | { readonly schema: string; readonly name: string }

export const defaultSchema = 'public'

/** Which relation an address names; null when none. */
export function entityRefOf({ schema = defaultSchema, table }: EditorSearch): EntityRef | null {
  if (table === undefined || table === '') return null
  return /^\d{1,10}$/.test(table) ? { id: Number(table) } : { schema, name: table }
}

/** Sorts of an address; what no column answers to is left out. */
export function parseSorts(
  sort: readonly string[] | undefined,
  columns: readonly { readonly name: string; readonly is_orderable: boolean }[],
): RowSort[] {
  return (sort ?? []).flatMap((text) => {
    const colon = text.lastIndexOf(':')
    const name = text.slice(0, colon)
    const direction = text.slice(colon + 1)
    const isKnown = columns.some((column) => column.name === name && column.is_orderable)
    return isKnown && (direction === 'asc' || direction === 'desc') ? [{ column: name, ascending: direction === 'asc' }] : []
  })
}

export function formatSorts(sorts: readonly RowSort[]): string[] | undefined {
  return sorts.length === 0 ? undefined : sorts.map(({ column, ascending }) => `${column}:${ascending === false ? 'desc' : 'asc'}`)
}
