import type { EntityColumn } from '@colonnade/pg-meta'
import type { ColumnTypes } from '@colonnade/pg-meta/column-types'

/** What a value is made of, domains resolved. */
export interface ValueShape {
  /** As one writes the type: "integer", "public.mood[]". */
  readonly name: string
  /** Catalog name. */
  readonly format: string
  readonly kind: 'plain' | 'enum' | 'array' | 'range' | 'multirange' | 'composite'
  readonly enums: readonly string[]
  /** Of an array its entries, of a range its bounds, of a multirange its ranges. */
  readonly inner: ValueShape | null
  /** What stands between the entries of an array of it. */
  readonly delimiter: string
  readonly attributes: readonly { readonly name: string; readonly shape: ValueShape }[]
}

const plain: Omit<ValueShape, 'name' | 'format'> = { kind: 'plain', enums: [], inner: null, delimiter: ',', attributes: [] }

/** What is known of a column's values from the column alone: not the parts that they have. */
export function shapeOfColumn(column: Pick<EntityColumn, 'type' | 'base_format' | 'enums'>): ValueShape {
  return { ...plain, name: column.type, format: column.base_format, enums: column.enums, kind: column.enums.length > 0 ? 'enum' : 'plain' }
}

/** Types within types may go this deep before the rest is text. */
const maxDepth = 8

/** The shape of a column's values with all of their parts; null when its type is not among the types. */
export function shapeOf({ columns, types }: ColumnTypes, column: string): ValueShape | null {
  const byId = new Map(types.map((type) => [type.id, type]))
  const resolve = (id: number | null, depth: number): ValueShape | null => {
    const type = id === null ? undefined : byId.get(id)
    if (type === undefined || depth > maxDepth) return null
    const { name, format, kind, enums, delimiter } = type
    if (kind === 'domain') {
      const base = resolve(type.inner, depth)
      return base && { ...base, name }
    }
    return {
      name,
      format,
      kind,
      enums,
      delimiter,
      inner: resolve(type.inner, depth + 1),
      attributes: type.attributes.map((attribute) => ({
        name: attribute.name,
        shape: resolve(attribute.type, depth + 1) ?? { ...plain, name: 'text', format: 'text' },
      })),
    }
  }
  return resolve(columns[column] ?? null, 0)
}

/** Whether a value has parts that a type's details tell. */
export function hasParts(column: Pick<EntityColumn, 'is_array' | 'data_type'>): boolean {
  return column.is_array || column.data_type === 'USER-DEFINED' || column.data_type.endsWith('range')
}
