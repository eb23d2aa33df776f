import type { ReactNode } from 'react'
import { LongPagedList } from '../paged-list/long-paged-list.tsx'
import type { Pages } from '../paged-list/pages.ts'

export interface LogTableProps<Line> {
  /** Names the log. */
  readonly label: string
  /** Lines, newest first; older ones load while people scroll. */
  readonly pages: Pages<Line>
  readonly keyOf: (line: Line) => string
  /** Usually a `LogLine`. */
  readonly renderLine: (line: Line) => ReactNode
  readonly empty: ReactNode
  /** What could not be done when loading fails. */
  readonly failure?: string
  /** Give it a height: the lines scroll inside. */
  readonly className: string
}

/** A log of any length, of which only the lines in sight are in the document. A line may open: heights are measured. */
export function LogTable<Line>({ renderLine, failure = 'Failed to load the log.', ...list }: LogTableProps<Line>) {
  return (
    <LongPagedList
      {...list}
      failure={failure}
      renderItem={(line) => <div className="border-b">{renderLine(line)}</div>}
      endText="This is the start of the log."
    />
  )
}
