import type { Entity } from '@colonnade/pg-meta'
import { Button, CellText, SearchInput, Skeleton } from '@colonnade/ui'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState, type KeyboardEvent } from 'react'
import { messageOf } from '../../../lib/error-notice.tsx'
import { entityQuery } from '../queries.ts'
import type { TableScope } from '../table-scope.ts'
import { pickedRowsQuery } from './foreign-queries.ts'
import { foreignRowPickerText } from './messages.ts'
import type { Reference } from './references.ts'

export interface ForeignRowPickerProps {
  readonly scope: TableScope
  readonly reference: Reference
  /** What is referred to now, in the order of the reference's columns. */
  readonly values: readonly (string | null)[]
  readonly onPick: (values: readonly (string | null)[]) => void
}

/** Columns beside those of the key: enough to know a row by. */
const shownColumns = 6

/** The rows of the table that a foreign key refers to, searched and picked from. */
export function ForeignRowPicker(props: ForeignRowPickerProps) {
  const { scope, reference } = props
  const { data: target, error, isFetched } = useQuery(entityQuery(scope.projectRef, { id: reference.table.id }))
  if (target) return <Rows {...props} target={target} />
  if (error !== null) return <p role="alert">{messageOf(error)}</p>
  return isFetched ? <p>{foreignRowPickerText.noAccess(reference.table.name)}</p> : <Skeleton className="h-40 w-full" />
}

function Rows({ scope, reference, values, onPick, target }: ForeignRowPickerProps & { readonly target: Entity }) {
  const [search, setSearch] = useState('')
  const sought = useDeferredValue(search)
  const { data, error, isFetching, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(pickedRowsQuery(scope, target, sought))
  const others = target.columns.filter(({ name }) => !reference.other.includes(name)).slice(0, shownColumns)
  const columns = [...reference.other, ...others.map(({ name }) => name)]
  const places = columns.map((column) => target.columns.findIndex(({ name }) => name === column))
  const rows = data?.pages.flat() ?? []
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- arrows walk the buttons in it
    <div className="flex min-h-0 flex-1 flex-col gap-2" onKeyDown={walk}>
      <SearchInput
        label={foreignRowPickerText.search(target.name)}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- it was opened to search in, and comes after what opened it has taken the focus
        autoFocus
        value={search}
        onChange={(event) => setSearch(event.target.value)}
      />
      {error !== null && <p role="alert">{messageOf(error)}</p>}
      <section
        className="min-h-0 flex-1 overflow-auto rounded-md border"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls
        tabIndex={0}
        aria-label={foreignRowPickerText.rowsOf(target.name)}
        aria-busy={isFetching}
      >
        <table className="w-full border-collapse text-xs">
          <thead className="sticky top-0 bg-surface text-left text-soft">
            <tr>
              {columns.map((column) => (
                <th key={column} scope="col" className="border-b px-2 py-1 font-medium">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((cells) => {
              const picked = reference.other.map((_, index) => cells[places[index]!] ?? null)
              const isCurrent = picked.every((value, index) => value === values[index])
              return (
                <tr key={JSON.stringify(picked)} className={isCurrent ? 'bg-selected' : 'hover:bg-hover'}>
                  {places.map((place, index) => (
                    <td key={place} className="max-w-56 truncate border-b px-2 py-1 font-mono">
                      {index === 0 ? (
                        <button
                          type="button"
                          data-pick
                          aria-current={isCurrent}
                          className="w-full truncate text-left text-accent underline-offset-2 hover:underline"
                          onClick={() => onPick(picked)}
                        >
                          <span className="sr-only">{foreignRowPickerText.choose}</span>
                          <CellText text={cells[place] ?? null} />
                        </button>
                      ) : (
                        <CellText text={cells[place]?.slice(0, 200) ?? null} />
                      )}
                    </td>
                  ))}
                </tr>
              )
            })}
          </tbody>
        </table>
        {rows.length === 0 && !isFetching && (
          <p className="p-4 text-center text-soft">{sought === '' ? foreignRowPickerText.hasNoRows(target.name) : foreignRowPickerText.noMatch}</p>
        )}
        {rows.length === 0 && isFetching && <Skeleton className="m-2 h-24" />}
        {hasNextPage && (
          <Button size="sm" variant="ghost" className="m-1" disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {foreignRowPickerText.showMore}
          </Button>
        )}
      </section>
    </div>
  )
}

/** Arrow keys go from the search to the first row, and from row to row. */
function walk(event: KeyboardEvent<HTMLElement>): void {
  const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  if (by === 0) return
  const buttons = [...event.currentTarget.querySelectorAll<HTMLButtonElement>('[data-pick]')]
  const next = buttons[buttons.indexOf(document.activeElement as HTMLButtonElement) + by]
  if (next === undefined) return
  event.preventDefault()
  next.focus()
}
