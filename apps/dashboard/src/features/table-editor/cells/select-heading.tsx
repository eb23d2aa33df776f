import type { RowWindow } from '../rows/row-window.ts'
import { useGridContext } from '../grid/grid-context.ts'
import { selectHeadingText } from './messages.ts'

/** Selects every row that is loaded, or none. */
export function SelectHeading({ window, tabIndex }: { readonly window: RowWindow; readonly tabIndex: number }) {
  const { selected, toggle } = useGridContext()
  const loaded = () => window.loaded().flatMap(({ id, key }) => (id === null ? [] : [{ id, key }]))
  return (
    <label className="absolute inset-0 flex items-center justify-center">
      <input
        type="checkbox"
        tabIndex={tabIndex}
        aria-label={selectHeadingText.selectAllLoadedRows}
        checked={selected.size > 0}
        ref={(box) => {
          if (box) box.indeterminate = selected.size > 0 && selected.size < loaded().length
        }}
        onChange={(event) => toggle(loaded(), event.target.checked)}
      />
    </label>
  )
}
