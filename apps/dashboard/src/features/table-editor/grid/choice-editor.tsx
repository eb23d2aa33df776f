import type { CellInput } from '@colonnade/pg-meta'
import { choicesOf } from '../changes/choices.ts'
import type { CellEditorProps } from './text-editor.tsx'

/** One of the values that there are: true and false, or the labels of an enum, and NULL and the default where they may be. */
export function ChoiceEditor({ row, field, place, onRowChange, onClose }: CellEditorProps) {
  const value = row.cells?.[place] ?? null
  const choices = choicesOf(field)
  const current = choices.findIndex(({ input }) => (value === null ? input.kind === 'null' : input.kind === 'text' && input.text === value))
  const choose = (input: CellInput) => onRowChange({ ...row, draft: { column: field.name, input } }, true)
  return (
    <select
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- the cell was opened to choose from it
      autoFocus
      aria-label={field.name}
      className="absolute inset-0 h-full w-full border-0 bg-raised px-1 font-mono text-xs text-fg outline-none"
      defaultValue={String(current)}
      onChange={(event) => choose(choices[Number(event.target.value)]!.input)}
      onBlur={() => onClose(false, false)}
    >
      {choices.map(({ label }, index) => (
        <option key={label} value={String(index)}>
          {label}
        </option>
      ))}
    </select>
  )
}
