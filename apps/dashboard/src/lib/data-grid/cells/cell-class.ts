import type { DataColumn } from '../cell-model.ts'
import { cellKind } from './cell-kind.ts'

/** For `cellClass` of a column of data: its values are set in the mono type, numbers at the right. */
export function cellClass(column: DataColumn): string {
  return cellKind(column) === 'number' ? 'data-cell font-mono text-right' : 'data-cell font-mono'
}
