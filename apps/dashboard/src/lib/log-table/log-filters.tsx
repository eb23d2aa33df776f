import { Button } from '@colonnade/ui'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'

export interface LogFiltersProps {
  /** Names the filters: "Entries of the log". */
  readonly label: string
  /** Clears all filters; undefined while none is set. */
  readonly onClear?: (() => void) | undefined
  /** The filters, such as `PeriodSelect`. */
  readonly children: ReactNode
}

/** The filters above a log, in one line where there is room. */
export function LogFilters({ label, onClear, children }: LogFiltersProps) {
  return (
    <search aria-label={label} className="flex flex-wrap items-center gap-2">
      {children}
      {onClear && (
        <Button variant="ghost" onClick={onClear}>
          <X aria-hidden />
          Clear filters
        </Button>
      )}
    </search>
  )
}
