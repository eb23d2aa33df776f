import type { GridRow } from '../rows/row-window.ts'
import { useGridContext } from '../grid/grid-context.ts'

/** The checkbox of a row. */
export function SelectCell({ row, index, tabIndex }: { readonly row: GridRow; readonly index: number; readonly tabIndex: number }) {
  const { selected, toggle, nameOf } = useGridContext()
  const { id, key } = row
  if (id === null) return null
  return (
    <label className="absolute inset-0 flex items-center justify-center">
      <input
        type="checkbox"
        tabIndex={tabIndex}
        aria-label={`Select row ${nameOf(index)}`}
        checked={selected.has(id)}
        onChange={(event) => toggle([{ id, key }], event.target.checked)}
      />
    </label>
  )
}
