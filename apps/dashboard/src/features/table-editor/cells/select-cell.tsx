import type { GridRow } from '../rows/row-window.ts'
import { useGridContext } from '../grid/grid-context.ts'
import { entryId } from '../grid/staged-rows.ts'
import { selectCellText } from './messages.ts'

/** The checkbox of a row. */
export function SelectCell({ row, index, tabIndex }: { readonly row: GridRow; readonly index: number; readonly tabIndex: number }) {
  const { selected, onTick, nameOf } = useGridContext()
  const { id } = row
  if (id === null || id === entryId) return null
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events -- the checkbox has the keys
    <label
      className="absolute inset-0 flex items-center justify-center select-none"
      onClick={(event) => {
        // browsers differ in whether a click with Shift on a label reaches its checkbox
        if (!event.shiftKey || event.target !== event.currentTarget) return
        event.preventDefault()
        onTick(index, !selected.has(id), true)
      }}
    >
      <input
        type="checkbox"
        tabIndex={tabIndex}
        aria-label={selectCellText.selectRow(nameOf(index))}
        checked={selected.has(id)}
        onChange={({ target, nativeEvent }) => onTick(index, target.checked, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)}
      />
    </label>
  )
}
