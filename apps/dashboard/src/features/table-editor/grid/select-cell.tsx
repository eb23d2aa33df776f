import type { GridRow } from '../rows/row-window.ts'
import { useGridContext } from './grid-context.ts'

/** The checkbox of a row. */
export function SelectCell({ row, number, tabIndex }: { readonly row: GridRow; readonly number: number; readonly tabIndex: number }) {
  const { selected, toggle } = useGridContext()
  const { id, key } = row
  if (id === null || key === null) return null
  return (
    <label className="absolute inset-0 flex items-center justify-center">
      <input
        type="checkbox"
        tabIndex={tabIndex}
        aria-label={`Select row ${number}`}
        checked={selected.has(id)}
        onChange={(event) => toggle([{ id, key }], event.target.checked)}
      />
    </label>
  )
}
