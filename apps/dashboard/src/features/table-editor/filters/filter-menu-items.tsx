import type { EntityColumn } from '@colonnade/pg-meta'
import { MenuItem, MenuSeparator } from '@colonnade/ui'
import { Filter } from 'lucide-react'
import { filtersByValue } from './filter-by-value.ts'
import type { FilterParam } from './filter-param.ts'

export interface FilterMenuItemsProps {
  readonly column: EntityColumn
  readonly value: string | null
  readonly onFilter: (param: FilterParam) => void
}

/** Items of a cell's menu: rows with this value, without it, or without any. */
export function FilterMenuItems({ column, value, onFilter }: FilterMenuItemsProps) {
  return (
    <>
      <MenuSeparator />
      {filtersByValue(column, value).map(({ label, param }) => (
        <MenuItem key={label} icon={<Filter aria-hidden />} onSelect={() => onFilter(param)}>
          <span className="font-mono text-xs break-all">{label}</span>
        </MenuItem>
      ))}
    </>
  )
}
