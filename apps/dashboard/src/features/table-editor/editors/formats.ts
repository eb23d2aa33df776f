import { formatHint, takesEmptyText } from '../../../lib/data-grid/cells/cell-kind.ts'
import type { ValueShape } from './value-shape.ts'

const numbers = new Set(['int2', 'int4', 'int8', 'numeric', 'float4', 'float8', 'money', 'oid'])
const longTexts = new Set(['text', 'xml', 'tsvector', 'geometry', 'geography', 'vector', 'halfvec', 'path', 'polygon'])

export function isNumber({ kind, format }: ValueShape): boolean {
  return kind === 'plain' && numbers.has(format)
}

export function isLongText({ kind, format }: ValueShape): boolean {
  return kind === 'plain' && longTexts.has(format)
}

/** Whether nothing typed is a value of the type. */
export function takesEmpty({ kind, format, enums }: ValueShape): boolean {
  return (kind === 'plain' || kind === 'enum') && takesEmptyText({ base_format: format, enums: [...enums], is_array: false })
}

const samples: Readonly<Record<ValueShape['kind'], string | undefined>> = {
  plain: undefined,
  enum: undefined,
  array: '{a,"b c",NULL}',
  range: '[1,10)',
  multirange: '{[1,3),[5,8)}',
  composite: '(1,"a b",)',
}

/** An example of what the type takes. */
export function hintOfShape(shape: ValueShape): string | undefined {
  return samples[shape.kind] ?? formatHint({ base_format: shape.format, enums: [...shape.enums], is_array: false })
}
