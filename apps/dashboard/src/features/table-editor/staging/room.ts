import type { Entity, EntityColumn, RowKey } from '@colonnade/pg-meta'
import type { CellEdit } from '@colonnade/pg-meta/row-edits'
import type { StagedRow } from './staging.ts'

interface Edit {
  readonly key: RowKey
  readonly cells: readonly CellEdit[]
}

/** A change in two steps: first unique values go to ones that nobody has, then to what they are to become. */
export interface Room {
  readonly first: Edit
  readonly second: Edit
  readonly columns: readonly string[]
}

/** How a row makes room for others that take its values while it waits for theirs; null when no free value is known for the types. */
export function roomFor(entity: Entity, staged: Extract<StagedRow, { kind: 'update' }>, moved: readonly string[]): Room | null {
  const values = new Map<string, string>()
  for (const name of new Set(moved)) {
    const value = freeValue(entity.columns.find((column) => column.name === name))
    if (value !== null) values.set(name, value)
  }
  if (values.size === 0) return null
  const cells = Array.from(staged.cells, ([column, cell]) => ({ column, ...cell }))
  const key = { columns: staged.key.columns, values: staged.key.columns.map((column, index) => values.get(column) ?? staged.key.values[index]!) }
  return {
    first: {
      key: staged.key,
      cells: cells.flatMap((cell) => {
        const free = values.get(cell.column)
        return free === undefined ? [] : [{ ...cell, input: { kind: 'text', text: free } }]
      }),
    },
    second: { key, cells: cells.map((cell) => ({ ...cell, base: values.get(cell.column) ?? cell.base })) },
    columns: [...values.keys()],
  }
}

/** Largest whole number of each type, and of those that JavaScript counts exactly. */
const largest: Readonly<Record<string, number>> = { int2: 32_767, int4: 2_147_483_647, int8: Number.MAX_SAFE_INTEGER }

function freeValue(column: EntityColumn | undefined): string | null {
  if (column === undefined || column.is_array || column.enums.length > 0) return null
  const most = largest[column.base_format]
  // the upper half: less likely to be taken than small numbers, and as positive as those
  if (most !== undefined) return String(Math.floor(most / 2 + (Math.random() * most) / 2))
  if (column.base_format === 'uuid') return randomUuid()
  return column.base_format === 'text' || column.type === 'character varying' ? `~ ${randomUuid()}` : null
}

/** Like crypto.randomUUID(), which browsers keep from pages that came without TLS. */
export function randomUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = (bytes[6]! & 0x0f) | 0x40
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  const digits = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
