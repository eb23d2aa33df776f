import type { ReactNode } from 'react'
import { byDay } from './by-day.ts'

export interface LogDaysProps<Entry> {
  /** Newest first. */
  readonly entries: readonly Entry[]
  readonly keyOf: (entry: Entry) => string
  readonly timeOf: (entry: Entry) => string
  readonly renderEntry: (entry: Entry) => ReactNode
}

/** Entries of a log, day by day. For logs that people read as a whole; `LogTable` shows thousands of lines. */
export function LogDays<Entry>({ entries, keyOf, timeOf, renderEntry }: LogDaysProps<Entry>) {
  return byDay(entries, timeOf).map(([day, ofDay]) => (
    <section key={day} aria-label={day}>
      <h2 className="pb-1.5 text-xs font-medium text-faint">{day}</h2>
      <ul className="flex flex-col ruled overflow-hidden rounded-lg border bg-surface">
        {ofDay.map((entry) => (
          <li key={keyOf(entry)}>{renderEntry(entry)}</li>
        ))}
      </ul>
    </section>
  ))
}
