import { z } from 'zod'

/**
 * What stands over the grid: nothing, one side panel, or one confirmation (spec §4). It is part of the address, so each can be linked to.
 * Tables are named by their oid, columns by their name, rows by the values of their key.
 */
export type Panel =
  | { readonly kind: 'schema-new' }
  | { readonly kind: 'table-new' }
  | { readonly kind: 'table-edit'; readonly table: number }
  | { readonly kind: 'table-duplicate'; readonly table: number }
  | { readonly kind: 'column-add' }
  | { readonly kind: 'column-edit'; readonly column: string }
  /** With the values of another row, or empty. */
  | { readonly kind: 'row-add'; readonly from?: string | undefined }
  | { readonly kind: 'row-edit'; readonly row: string }
  | { readonly kind: 'json'; readonly row: string; readonly column: string }
  | { readonly kind: 'cell-text'; readonly row: string; readonly column: string }
  | { readonly kind: 'foreign-row-selector'; readonly row: string; readonly column: string }
  /** Into a new table or the one that is open; without `into`, whichever fits the file. */
  | { readonly kind: 'csv-import'; readonly into?: 'new' | 'existing' | undefined }

export type Confirmation =
  | { readonly kind: 'table-delete'; readonly table: number }
  | { readonly kind: 'column-delete'; readonly column: string }
  /** Rows by their ids, `matching` for all that the filters of the address match, `chosen` for more rows than an address can name. */
  | { readonly kind: 'rows-delete'; readonly rows: readonly string[] | 'matching' | 'chosen' }

export type Open =
  | { readonly kind: 'none' }
  | { readonly kind: 'panel'; readonly panel: Panel }
  | { readonly kind: 'confirmation'; readonly confirmation: Confirmation }

export const nothing: Open = { kind: 'none' }

const Table = z.number().int().positive()
const Column = z.string().min(1)
/** The id of a row: its key's values as JSON, or `new:…` of one that is not saved. */
const Row = z.string().min(1)

const PanelParam = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(['schema-new', 'table-new', 'column-add']) }),
  z.object({ kind: z.literal('csv-import'), into: z.enum(['new', 'existing']).optional().catch(undefined) }),
  z.object({ kind: z.literal('row-add'), from: Row.optional() }),
  z.object({ kind: z.enum(['table-edit', 'table-duplicate']), table: Table }),
  z.object({ kind: z.literal('column-edit'), column: Column }),
  z.object({ kind: z.literal('row-edit'), row: Row }),
  z.object({ kind: z.enum(['json', 'cell-text', 'foreign-row-selector']), row: Row, column: Column }),
])
const ConfirmationParam = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('table-delete'), table: Table }),
  z.object({ kind: z.literal('column-delete'), column: Column }),
  z.object({ kind: z.literal('rows-delete'), rows: z.union([z.array(Row).min(1).readonly(), z.enum(['matching', 'chosen'])]) }),
])

/** As it stands in the address: `?open={"kind":"table-edit","table":16402}`. */
export const OpenParam = z.union([PanelParam, ConfirmationParam])
export type OpenParam = z.infer<typeof OpenParam>

export function openOf(param: OpenParam | undefined): Open {
  if (param === undefined) return nothing
  const panel = PanelParam.safeParse(param)
  if (panel.success) return { kind: 'panel', panel: panel.data }
  return { kind: 'confirmation', confirmation: ConfirmationParam.parse(param) }
}

/** The form for the address; undefined for nothing. */
export function openParam(open: Open): OpenParam | undefined {
  if (open.kind === 'none') return undefined
  return open.kind === 'panel' ? open.panel : open.confirmation
}
