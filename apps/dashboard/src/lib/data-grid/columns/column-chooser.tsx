import { Button, Checkbox, IconButton, Popover, SearchInput } from '@colonnade/ui'
import { Columns3 } from 'lucide-react'
import { useState } from 'react'
import { formatNumber } from '../../bytes.ts'
import { hideColumns, isPlain, orderedColumns, plainLayout, type ColumnLayout } from './column-layout.ts'

export interface ColumnChooserProps {
  readonly columns: readonly { readonly name: string; readonly type: string }[]
  readonly layout: ColumnLayout
  readonly onLayout: (layout: ColumnLayout) => void
}

/** Beyond so many, a search is what finds a column. */
const listedColumns = 200

/** Which columns are shown. */
export function ColumnChooser({ columns, layout, onLayout }: ColumnChooserProps) {
  const [search, setSearch] = useState('')
  const names = columns.map(({ name }) => name)
  const types = new Map(columns.map(({ name, type }) => [name, type]))
  const found = orderedColumns(names, layout).filter((name) => name.toLowerCase().includes(search.trim().toLowerCase()))
  const hidden = layout.hidden.filter((name) => names.includes(name)).length
  const label = hidden === 0 ? 'Columns' : `Columns, ${formatNumber(hidden)} hidden`
  return (
    <Popover
      label="Columns"
      align="end"
      side="top"
      trigger={
        <IconButton label={label} className={hidden > 0 ? 'text-accent' : undefined}>
          <Columns3 aria-hidden />
        </IconButton>
      }
    >
      <div className="flex max-h-96 flex-col gap-2 p-2">
        <SearchInput label="Search columns" value={search} onChange={(event) => setSearch(event.target.value)} />
        <ul className="min-h-0 flex-1 overflow-y-auto" aria-label="Columns">
          {found.slice(0, listedColumns).map((name) => (
            <li key={name} className="px-1 py-0.5">
              <Checkbox
                isChecked={!layout.hidden.includes(name)}
                onCheckedChange={(isShown) => onLayout(hideColumns(layout, [name], !isShown))}
                label={
                  <span className="flex min-w-0 gap-2">
                    <span className="truncate">{name}</span>
                    <span className="truncate font-mono text-2xs text-faint">{types.get(name)}</span>
                  </span>
                }
              />
            </li>
          ))}
          {found.length > listedColumns && (
            <li className="px-1 text-xs text-faint">and {formatNumber(found.length - listedColumns)} more: search for them</li>
          )}
          {found.length === 0 && <li className="px-1 text-xs text-faint">No matching columns</li>}
        </ul>
        <div className="flex gap-1 border-t pt-2">
          <Button size="sm" variant="ghost" onClick={() => onLayout(hideColumns(layout, found, false))}>
            Show {search === '' ? 'all' : 'these'}
          </Button>
          <Button size="sm" variant="ghost" onClick={() => onLayout(hideColumns(layout, found, true))}>
            Hide {search === '' ? 'all' : 'these'}
          </Button>
          <Button size="sm" variant="ghost" className="ml-auto" disabled={isPlain(layout)} onClick={() => onLayout(plainLayout)}>
            Reset columns
          </Button>
        </div>
      </div>
    </Popover>
  )
}
