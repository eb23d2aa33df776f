import { Checkbox, Input, Table, TableCell, TableHead } from '@colonnade/ui'
import { useId } from 'react'
import type { ColumnEdit, NewColumn } from '../plan/draft.ts'
import { newColumnsText } from './messages.ts'
import { MoreColumns, useShownColumns } from './more-columns.tsx'

export interface NewColumnsProps {
  readonly columns: readonly NewColumn[]
  /** Another column is the key already. */
  readonly hasNumber: boolean
  readonly typeNames: readonly string[]
  readonly onEdit: (place: number, edit: ColumnEdit) => void
}

/** The columns of a new table: what of the file, under which name, of which type. */
export function NewColumns({ columns, hasNumber, typeNames, onEdit }: NewColumnsProps) {
  const listId = useId()
  const shown = useShownColumns(columns.length)
  return (
    <div className="flex flex-col gap-2">
      <datalist id={listId}>
        {typeNames.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </datalist>
      <Table label={newColumnsText.columns}>
        <thead>
          <tr>
            <TableHead className="w-8 px-2">
              <span className="sr-only">{newColumnsText.import}</span>
            </TableHead>
            <TableHead className="px-2">{newColumnsText.column}</TableHead>
            <TableHead className="px-2">{newColumnsText.type}</TableHead>
            <TableHead className="px-2">{newColumnsText.nullable}</TableHead>
            {!hasNumber && <TableHead className="px-2">{newColumnsText.key}</TableHead>}
          </tr>
        </thead>
        <tbody>
          {columns.slice(0, shown.count).map((column) => {
            const { place, name, isSkipped } = column
            const edit = (change: ColumnEdit) => onEdit(place, change)
            return (
              <tr key={place} className={isSkipped ? 'opacity-50' : undefined}>
                <TableCell className="px-2">
                  <Checkbox
                    ariaLabel={newColumnsText.importColumn(name)}
                    isChecked={!isSkipped}
                    onCheckedChange={(isOn) => edit({ isSkipped: !isOn })}
                  />
                </TableCell>
                <TableCell className="min-w-40 px-2 py-1">
                  <Input
                    isMono
                    aria-label={newColumnsText.nameColumn(place + 1)}
                    autoComplete="off"
                    spellCheck={false}
                    disabled={isSkipped}
                    value={name}
                    className="h-7"
                    onChange={(event) => edit({ name: event.target.value })}
                  />
                  {column.renamed !== null && !isSkipped && <p className="mt-0.5 text-xs text-warning">{column.renamed}</p>}
                </TableCell>
                <TableCell className="min-w-36 px-2 py-1">
                  <Input
                    isMono
                    aria-label={newColumnsText.typeOf(name)}
                    autoComplete="off"
                    spellCheck={false}
                    list={listId}
                    disabled={isSkipped}
                    value={column.type}
                    className="h-7"
                    onChange={(event) => edit({ type: event.target.value })}
                  />
                  {column.note !== null && !isSkipped && <p className="mt-0.5 text-xs text-faint">{column.note}</p>}
                </TableCell>
                <TableCell className="px-2">
                  <Checkbox
                    ariaLabel={newColumnsText.nullableOf(name)}
                    isChecked={column.isNullable}
                    disabled={isSkipped || column.isKey}
                    onCheckedChange={(isOn) => edit({ isNullable: isOn })}
                  />
                </TableCell>
                {!hasNumber && (
                  <TableCell className="px-2">
                    <Checkbox
                      ariaLabel={newColumnsText.partPrimaryKey(name)}
                      isChecked={column.isKey}
                      disabled={isSkipped}
                      onCheckedChange={(isOn) => edit({ isKey: isOn })}
                    />
                  </TableCell>
                )}
              </tr>
            )
          })}
        </tbody>
      </Table>
      <MoreColumns shown={shown} total={columns.length} />
    </div>
  )
}
