import type { EntityColumn } from '@colonnade/pg-meta'
import { cn, Popover } from '@colonnade/ui'
import { CircleAlert, X } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { FilterForm } from './filter-form.tsx'
import type { FilterParam } from './filter-param.ts'
import { filterText } from './filter-text.ts'
import { filterChipText } from './messages.ts'
import { comparisonOf } from './patterns.ts'
import type { FilterEntry } from './read-filters.ts'

export interface FilterChipProps {
  readonly entry: FilterEntry
  readonly columns: readonly EntityColumn[]
  /** What Postgres has against it; null when nothing. */
  readonly refusal: string | null
  readonly onChange: (param: FilterParam) => void
  readonly onRemove: () => void
}

/** One condition: pressed it can be changed, and Delete takes it away. */
export function FilterChip({ entry, columns, refusal, onChange, onRemove }: FilterChipProps) {
  const [isOpen, setIsOpen] = useState(false)
  const problem = entry.problem ?? refusal
  const text = entry.param === null ? JSON.stringify(entry.problem === null ? null : entry.raw) : filterText(entry.param)
  return (
    <Chip
      text={text}
      problem={problem}
      isOpen={isOpen}
      onOpenChange={setIsOpen}
      onRemove={onRemove}
      label={entry.param === null ? text : <ChipText param={entry.param} text={text} />}
    >
      {problem !== null && <p className="border-b px-3 py-2 text-xs break-words text-danger">{problem}</p>}
      {entry.param !== null && (
        <FilterForm
          columns={columns}
          param={entry.param}
          onApply={(param) => {
            setIsOpen(false)
            onChange(param)
          }}
        />
      )}
    </Chip>
  )
}

export interface ChipProps {
  readonly text: string
  readonly label: ReactNode
  readonly problem: string | null
  readonly isOpen: boolean
  readonly onOpenChange: (isOpen: boolean) => void
  readonly onRemove: () => void
  readonly className?: string
  readonly children: ReactNode
}

/** A condition of the bar, with what opens under it. */
export function Chip({ text, label, problem, isOpen, onOpenChange, onRemove, className, children }: ChipProps) {
  return (
    <span
      className={cn(
        'inline-flex h-6 max-w-full min-w-0 items-center rounded-md border bg-raised text-xs',
        problem !== null && 'border-danger/60 bg-danger-tint text-danger',
      )}
    >
      <Popover
        label={filterChipText.editFilter(text)}
        isOpen={isOpen}
        onOpenChange={onOpenChange}
        className={cn('w-80', className)}
        trigger={
          <button
            type="button"
            data-chip
            aria-label={filterChipText.filter(text, problem)}
            title={problem ?? text}
            onKeyDown={(event) => {
              if (event.key !== 'Delete' && event.key !== 'Backspace') return
              event.preventDefault()
              onRemove()
            }}
            className="flex h-full min-w-0 items-center gap-1 rounded-l-md px-2 font-mono hover:bg-hover aria-expanded:bg-selected"
          >
            {problem !== null && <CircleAlert aria-hidden className="size-3 shrink-0" />}
            <span className="truncate">{label}</span>
          </button>
        }
      >
        {children}
      </Popover>
      <button
        type="button"
        tabIndex={-1}
        aria-label={filterChipText.removeFilter(text)}
        onClick={onRemove}
        className="flex h-full items-center rounded-r-md px-1 text-faint hover:bg-hover hover:text-fg"
      >
        <X aria-hidden className="size-3" />
      </button>
    </span>
  )
}

/** The comparison stands back behind what is compared. */
function ChipText({ param, text }: { readonly param: FilterParam; readonly text: string }) {
  const word = comparisonOf(param).comparison?.words[0] ?? param[1]
  const start = typeof param[0] === 'string' ? text.indexOf(` ${word} `, param[0].length) : text.indexOf(`) ${word} `) + 1
  if (start <= 0) return text
  return (
    <>
      {text.slice(0, start)}
      <span className="text-soft">{text.slice(start, start + word.length + 2)}</span>
      <span className="text-accent">{text.slice(start + word.length + 2)}</span>
    </>
  )
}
