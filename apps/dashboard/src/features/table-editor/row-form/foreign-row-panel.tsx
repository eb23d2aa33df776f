import { toast } from '@colonnade/ui'
import { ForeignRowPicker } from '../foreign-rows/foreign-row-picker.tsx'
import { referencesOfColumn } from '../foreign-rows/references.ts'
import { SidePanel } from '../../../lib/panels/side-panel.tsx'
import type { RowId } from '../staging/staging.ts'
import { foreignRowPanelText } from './messages.ts'
import { inputOf } from './row-draft.ts'
import type { RowPanelProps } from './row-panel-props.ts'
import { WithRow } from './with-row.tsx'

/** Rows of the table that a column refers to: the one that is picked gives all columns of the foreign key their values. */
export function ForeignRowPanel({ row, column, ...props }: RowPanelProps & { readonly row: RowId; readonly column: string }) {
  const { scope, staging, onClose, onDone } = props
  const [reference] = referencesOfColumn(scope.entity, column)
  if (reference === undefined) {
    return (
      <SidePanel title={column} onClose={onClose}>
        <p role="alert" className="p-4">
          {foreignRowPanelText.noReference(column)}
        </p>
      </SidePanel>
    )
  }
  const title = foreignRowPanelText.chooseRow(reference.table.name)
  return (
    <WithRow {...props} row={row} columns={reference.own} title={title}>
      {({ key, valueOf }) => {
        const staged = staging.rows.get(row)
        const shown = (name: string): string | null => {
          const input = staged?.kind === 'update' ? staged.cells.get(name)?.input : undefined
          return input === undefined ? valueOf(name) : input.kind === 'text' ? input.text : null
        }
        const pick = (values: readonly (string | null)[]) => {
          staging.set(reference.own.map((name, index) => ({ row, key, column: name, base: valueOf(name), input: inputOf(values[index] ?? null) })))
          if (!staging.isImmediate) toast.success(foreignRowPanelText.staged(reference.own.join(', ')))
          onDone()
        }
        return (
          <SidePanel title={title} description={foreignRowPanelText.forOf(reference.own.join(', '), scope.entity.name)} size="wide" onClose={onClose}>
            <div className="flex min-h-0 flex-1 flex-col p-4">
              <ForeignRowPicker scope={scope} reference={reference} values={reference.own.map(shown)} onPick={pick} />
            </div>
          </SidePanel>
        )
      }}
    </WithRow>
  )
}
