import type { EntityColumn, RowSort } from '@colonnade/pg-meta'
import { Button, cn, Field, IconButton, Popover, SearchSelect, Select } from '@colonnade/ui'
import { ArrowDown, ArrowUp, ArrowUpDown, GripVertical, X } from 'lucide-react'
import { useState } from 'react'
import { formatSorts, parseSorts } from '../search.ts'
import { sortButtonText } from './messages.ts'
import { moveSort, sortableColumns, unknownSorts } from './sort-list.ts'

export interface SortButtonProps {
  readonly columns: readonly EntityColumn[]
  readonly sort: readonly string[] | undefined
  readonly onSort: (sort: string[] | undefined) => void
}

const directions = [
  { value: 'asc', label: sortButtonText.ascending },
  { value: 'desc', label: sortButtonText.descending },
] as const
const nullPlaces = [
  { value: 'last', label: sortButtonText.nullsLast },
  { value: 'first', label: sortButtonText.nullsFirst },
] as const

/** By what the rows are sorted: columns in their order, each with its direction and the place of NULLs. */
export function SortButton({ columns, sort, onSort }: SortButtonProps) {
  const [dragged, setDragged] = useState<number | null>(null)
  const sorts = parseSorts(sort, columns)
  const unknown = unknownSorts(sort, columns)
  const free = sortableColumns(sorts, columns)
  const set = (next: readonly RowSort[]) => onSort(formatSorts(next))
  const change = (index: number, part: Partial<RowSort>) => set(sorts.map((old, place) => (place === index ? { ...old, ...part } : old)))
  const names = sorts.map(({ column, ascending }) => `${column} ${ascending === false ? '↓' : '↑'}`).join(', ')
  return (
    <Popover
      label={sortButtonText.sorts}
      align="end"
      className="w-[27rem]"
      trigger={
        <Button size="sm" variant="ghost" className={cn('h-6 max-w-60 px-1.5', unknown.length > 0 && 'text-danger')}>
          <ArrowUpDown aria-hidden />
          <span className="truncate">{sorts.length === 0 ? sortButtonText.sort : sortButtonText.sortedBy(names)}</span>
        </Button>
      }
    >
      <div className="flex flex-col gap-2 p-3">
        {sorts.length === 0 && unknown.length === 0 && <p className="text-xs text-soft">{sortButtonText.none}</p>}
        <ol aria-label={sortButtonText.sorts} className="flex flex-col gap-1">
          {sorts.map(({ column, ascending = true, nullsFirst = false }, index) => (
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the buttons in it do the same by keyboard
            <li
              key={column}
              draggable
              onDragStart={(event) => {
                event.dataTransfer.effectAllowed = 'move'
                event.dataTransfer.setData('text/plain', column)
                setDragged(index)
              }}
              onDragOver={(event) => dragged !== null && event.preventDefault()}
              onDrop={(event) => {
                event.preventDefault()
                if (dragged !== null) set(moveSort(sorts, dragged, index))
              }}
              onDragEnd={() => setDragged(null)}
              className={cn('flex items-center gap-1 rounded-sm', dragged === index && 'opacity-50')}
            >
              <GripVertical aria-hidden className="size-3.5 shrink-0 cursor-grab text-faint" />
              <span className="min-w-0 flex-1 truncate text-xs" title={column}>
                {column}
              </span>
              <Select
                size="sm"
                className="w-28"
                label={sortButtonText.direction(column)}
                value={ascending ? 'asc' : 'desc'}
                options={directions}
                onValueChange={(value) => change(index, { ascending: value === 'asc' })}
              />
              <Select
                size="sm"
                className="w-28"
                label={sortButtonText.nullsOf(column)}
                value={nullsFirst ? 'first' : 'last'}
                options={nullPlaces}
                onValueChange={(value) => change(index, { nullsFirst: value === 'first' })}
              />
              <IconButton label={sortButtonText.moveUp(column)} disabled={index === 0} onClick={() => set(moveSort(sorts, index, index - 1))}>
                <ArrowUp aria-hidden />
              </IconButton>
              <IconButton
                label={sortButtonText.moveDown(column)}
                disabled={index === sorts.length - 1}
                onClick={() => set(moveSort(sorts, index, index + 1))}
              >
                <ArrowDown aria-hidden />
              </IconButton>
              <IconButton label={sortButtonText.removeSort(column)} onClick={() => set(sorts.filter((_, place) => place !== index))}>
                <X aria-hidden />
              </IconButton>
            </li>
          ))}
        </ol>
        {unknown.map((text) => (
          <div key={text} className="flex items-center gap-2 rounded-sm bg-danger-tint px-2 py-1 text-xs text-danger">
            <span className="min-w-0 flex-1 break-all">{sortButtonText.notSortable(text)}</span>
            <Button size="sm" variant="ghost" className="h-6" onClick={() => onSort((sort ?? []).filter((other) => other !== text))}>
              {sortButtonText.remove}
            </Button>
          </div>
        ))}
        {free.length > 0 && (
          <Field label={sortButtonText.addColumn}>
            <SearchSelect
              key={sorts.length}
              value=""
              placeholder={sortButtonText.choose}
              options={free.map(({ name, type }) => ({ value: name, label: name, hint: type }))}
              onValueChange={(column) => set([...sorts, { column, ascending: true }])}
              searchLabel={sortButtonText.sortByColumn}
              emptyText={sortButtonText.noSuchColumn}
            />
          </Field>
        )}
      </div>
    </Popover>
  )
}
