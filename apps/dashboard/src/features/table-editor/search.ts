import type { RowSort } from '@colonnade/pg-meta'
import { z } from 'zod'
import { OpenParam } from './open/open.ts'
import { defaultSchema } from '../../scope/schemas/default-schema.ts'

/** What of the table editor is in the address: everything that a link should bring back. */
export const EditorSearch = z.object({
  schema: z.string().optional().catch(undefined),
  /** Oid, or the name within the schema. */
  table: z.string().optional().catch(undefined),
  /** "column:asc" or "column:desc", with ":nullsfirst" where NULLs are to stand there; the weightiest first. */
  sort: z.array(z.string()).optional().catch(undefined),
  /** Conditions that rows must meet, all of them (`FilterParam`). What is none stays, so that it can be shown as such. */
  filter: z.union([z.array(z.unknown()), z.unknown().transform((one) => [one])]).optional(),
  /** A condition in SQL besides. */
  where: z.string().optional().catch(undefined),
  /** Number of the first row that is scrolled over, in tables that are too long for one stretch. */
  from: z.coerce.number().int().min(0).optional().catch(undefined),
  /** The side panel or confirmation over the grid. */
  open: OpenParam.optional().catch(undefined),
})
export type EditorSearch = z.infer<typeof EditorSearch>

export type EntityRef = { readonly id: number } | { readonly schema: string; readonly name: string }

/** Oids are unsigned numbers of four bytes (Postgres documentation, 8.19). */
const maxOid = 2 ** 32 - 1

/** Which relation an address names; null when none. */
export function entityRefOf({ schema = defaultSchema, table }: EditorSearch): EntityRef | null {
  if (table === undefined || table === '') return null
  return /^\d{1,10}$/.test(table) && Number(table) <= maxOid ? { id: Number(table) } : { schema, name: table }
}

const sortText = /^(.*):(asc|desc)(:nullsfirst)?$/s

/** Sorts of an address; what no column answers to is left out. NULLs stand last unless it is said. */
export function parseSorts(
  sort: readonly string[] | undefined,
  columns: readonly { readonly name: string; readonly is_orderable: boolean }[],
): RowSort[] {
  return (sort ?? []).flatMap((text) => {
    const [, name, direction, nulls] = sortText.exec(text) ?? []
    if (!columns.some((column) => column.name === name && column.is_orderable)) return []
    return [{ column: name!, ascending: direction === 'asc', ...(nulls !== undefined && { nullsFirst: true }) }]
  })
}

export function formatSorts(sorts: readonly RowSort[]): string[] | undefined {
  if (sorts.length === 0) return undefined
  return sorts.map(({ column, ascending = true, nullsFirst = false }) => `${column}:${ascending ? 'asc' : 'desc'}${nullsFirst ? ':nullsfirst' : ''}`)
}
