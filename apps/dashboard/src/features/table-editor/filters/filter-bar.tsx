import { Button, Popover, SuggestInput } from '@colonnade/ui'
import { useQuery } from '@tanstack/react-query'
import { CircleAlert, Code, ListFilter, Plus } from 'lucide-react'
import { useEffect, useImperativeHandle, useRef, useState, type KeyboardEvent, type ReactNode, type Ref } from 'react'
import { messageOf } from '../../../lib/error-notice.tsx'
import { spanAtPosition } from '../../../lib/sql-text/position.ts'
import { slowMs } from '../limits.ts'
import type { RowsView } from '../rows/row-window.ts'
import { SortButton } from '../sorts/sort-button.tsx'
import type { TableScope } from '../table-scope.ts'
import { likelyValuesQuery } from './likely-values.ts'
import { ConditionChip } from './condition/condition-chip.tsx'
import { FilterChip } from './filter-chip.tsx'
import { FilterForm } from './filter-form.tsx'
import type { FilterParam } from './filter-param.ts'
import { columnText } from './filter-text.ts'
import { IndexHint } from './index-hint/index-hint.tsx'
import { MarkedText } from './condition/marked-text.tsx'
import { filterBarText } from './messages.ts'
import { parseFilter } from './parse-filter.ts'
import { readFilters } from './read-filters.ts'
import { suggest, writtenOf } from './suggest.ts'
import { useRefusal } from './use-refusal.ts'
import { isNarrowed, type ViewSearch } from './view.ts'

export interface FilterBarHandle {
  /** Begins a condition on a column, for a person to finish. */
  readonly begin: (column: string) => void
}

export interface FilterBarProps {
  readonly ref?: Ref<FilterBarHandle>
  readonly scope: TableScope
  readonly search: ViewSearch
  readonly view: RowsView
  readonly isLoading: boolean
  /** Why the rows of this view could not be fetched. */
  readonly error: unknown
  readonly onSearch: (change: ViewSearch & { readonly from?: undefined }) => void
  /** Gives up what is being fetched. */
  readonly onCancel: () => void
  readonly onRetry: () => void
  readonly onWriteSql: (text: string) => void
}

/** Which rows, in which order: conditions as they are typed or chosen, one in SQL, and the sorts. */
export function FilterBar({ ref, scope, search, view, isLoading, error, onSearch, onCancel, onRetry, onWriteSql }: FilterBarProps) {
  const { columns } = scope.entity
  const { where = '' } = search
  const entries = readFilters(search.filter, columns)
  const field = useRef<HTMLInputElement>(null)
  const bar = useRef<HTMLElement>(null)
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [isChoosing, setIsChoosing] = useState(false)
  const [isWriting, setIsWriting] = useState(false)
  useImperativeHandle(ref, () => ({
    begin: (column) => {
      setText(`${columnText(column)} `)
      setProblem(null)
      // a menu that closes gives the focus back first
      setTimeout(() => {
        field.current?.focus()
        field.current?.click()
      })
    },
  }))
  const isSlow = useIsSlow(isLoading)
  const written = writtenOf(text, columns)
  const { data: values = [] } = useQuery(likelyValuesQuery(scope, written.column))
  const refusal = useRefusal(scope, view.filters, error)
  const hasWhere = where.trim() !== ''
  const raw = search.filter ?? []
  const set = (filter: readonly unknown[]) => onSearch({ filter: filter.length === 0 ? undefined : [...filter], from: undefined })
  const add = (param: FilterParam) => set([...raw, param])
  const commit = () => {
    if (text.trim() === '') return
    const parsed = parseFilter(text, columns)
    setProblem(parsed.problem)
    if (parsed.param === null) return
    add(parsed.param)
    setText('')
  }
  const remove = (index: number) => {
    set(raw.toSpliced(index, 1))
    field.current?.focus()
  }
  const onArrows = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    const stops = [...(bar.current?.querySelectorAll<HTMLElement>('[data-chip]') ?? []), ...(field.current ? [field.current] : [])]
    const at = stops.indexOf(event.target as HTMLElement)
    if (step === undefined || at < 0 || (event.target === field.current && (text !== '' || step > 0))) return
    event.preventDefault()
    stops[at + step]?.focus()
  }
  const refusalOf = (index: number) => (refusal?.index === index ? refusal.message : null)
  const whereIndex = view.filters.length - 1
  return (
    <div className="border-b bg-surface">
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the keys are those of the chips in it */}
      <search
        ref={bar}
        aria-label={filterBarText.filtersAndSorts}
        onKeyDown={onArrows}
        className="flex min-h-8 flex-wrap items-center gap-1 px-3 py-0.5"
      >
        <ListFilter aria-hidden className="size-3.5 shrink-0 text-faint" />
        {entries.map((entry, index) => (
          <FilterChip
            // two conditions may be the same
            // oxlint-disable-next-line react/no-array-index-key
            key={`${index} ${JSON.stringify(raw[index])}`}
            entry={entry}
            columns={columns}
            refusal={refusalOf(index)}
            onChange={(param) => set(raw.with(index, param))}
            onRemove={() => remove(index)}
          />
        ))}
        {(hasWhere || isWriting) && (
          <ConditionChip
            where={where}
            refusal={hasWhere ? refusalOf(whereIndex) : null}
            isOpen={isWriting}
            onOpenChange={setIsWriting}
            onChange={(next) => {
              setIsWriting(false)
              onSearch({ where: next.trim() === '' ? undefined : next, from: undefined })
            }}
          />
        )}
        <SuggestInput
          ref={field}
          label={filterBarText.addFilter}
          placeholder={entries.length === 0 ? filterBarText.placeholder : filterBarText.addFilter}
          isMono
          isInvalid={problem !== null}
          value={text}
          onValueChange={(next) => {
            setText(next)
            setProblem(null)
          }}
          suggestions={suggest(text, columns, values)}
          onCommit={commit}
          onKeyDown={(event) => {
            if (event.key !== 'Backspace' || text !== '') return
            const chips = bar.current?.querySelectorAll<HTMLElement>('[data-chip]')
            chips?.item(chips.length - 1)?.focus()
          }}
          className="min-w-40 flex-1"
        />
        <div className="ml-auto flex flex-wrap items-center justify-end gap-0.5">
          {isSlow && (
            <Button size="sm" variant="ghost" className="h-6 px-1.5 text-warning" onClick={onCancel}>
              {filterBarText.cancel}
            </Button>
          )}
          <IndexHint scope={scope} view={view} onWriteSql={onWriteSql} />
          <Popover
            label={filterBarText.addFilter}
            align="end"
            className="w-80"
            isOpen={isChoosing}
            onOpenChange={setIsChoosing}
            trigger={
              <Button size="sm" variant="ghost" className="h-6 px-1.5">
                <Plus aria-hidden />
                {filterBarText.filter}
              </Button>
            }
          >
            <FilterForm
              columns={columns}
              param={null}
              onApply={(param) => {
                setIsChoosing(false)
                add(param)
              }}
            />
          </Popover>
          {!hasWhere && (
            <Button size="sm" variant="ghost" className="h-6 px-1.5" onClick={() => setIsWriting(true)}>
              <Code aria-hidden />
              {filterBarText.sql}
            </Button>
          )}
          <SortButton columns={columns} sort={search.sort} onSort={(sort) => onSearch({ sort, from: undefined })} />
          {isNarrowed(search) && (
            <Button
              size="sm"
              variant="ghost"
              className="h-6 px-1.5"
              onClick={() => {
                onSearch({ filter: undefined, where: undefined, from: undefined })
                field.current?.focus()
              }}
            >
              {filterBarText.clearAll}
            </Button>
          )}
        </div>
      </search>
      {problem !== null && <Trouble>{problem}</Trouble>}
      {error !== null && isNarrowed(search) && (
        <Trouble>
          <span className="min-w-0 break-words">{refusal?.message ?? messageOf(error)}</span>
          {refusal?.index === whereIndex && hasWhere && <MarkedText text={where} span={spanAtPosition(where, refusal.offset + 1)} />}
          <Button size="sm" variant="ghost" className="h-6 px-1.5" onClick={onRetry}>
            {filterBarText.tryAgain}
          </Button>
        </Trouble>
      )}
    </div>
  )
}

function Trouble({ children }: { readonly children: ReactNode }) {
  return (
    <div role="alert" className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t px-3 py-1 text-xs text-danger">
      <CircleAlert aria-hidden className="size-3.5 shrink-0" />
      {children}
    </div>
  )
}

/** Whether something has been loading for so long that one may want to give it up. */
function useIsSlow(isLoading: boolean): boolean {
  const [slow, setSlow] = useState(false)
  useEffect(() => {
    if (!isLoading) return
    const timer = setTimeout(() => setSlow(true), slowMs)
    return () => {
      clearTimeout(timer)
      setSlow(false)
    }
  }, [isLoading])
  return slow
}
