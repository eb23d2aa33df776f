import { useState } from 'react'
import { keep, readKept } from '../../../lib/kept.ts'
import { defaultRowLimit, defaultTimeLimitMs, maxTimeLimitMs, rowLimits, type RowLimit } from '../limits.ts'
import { durationText, rowsText } from '../wording.ts'
import { runChoicesText } from './messages.ts'

/** How a person runs texts: remembered by the browser. */
export interface RunChoices {
  readonly rowLimit: RowLimit
  /** 0 is none. */
  readonly timeoutMs: number
  /** Whether the connection is kept from run to run. */
  readonly keepsSession: boolean
  /** Whether each statement is committed before the next one runs. */
  readonly commitsEach: boolean
}

const keys = { rowLimit: 'sql-row-limit', timeoutMs: 'sql-time-limit', keepsSession: 'sql-keeps-session', commitsEach: 'sql-commits-each' } as const

export function readRunChoices(read: (key: string) => string | null = readKept): RunChoices {
  const rows = read(keys.rowLimit)
  const timeoutMs = Number(read(keys.timeoutMs) ?? Number.NaN)
  return {
    rowLimit: rows === 'all' ? null : (rowLimits.find((limit) => String(limit) === rows) ?? defaultRowLimit),
    timeoutMs: isTimeLimit(timeoutMs) ? timeoutMs : defaultTimeLimitMs,
    keepsSession: read(keys.keepsSession) === 'true',
    commitsEach: read(keys.commitsEach) === 'true',
  }
}

export function isTimeLimit(ms: number): boolean {
  return Number.isInteger(ms) && ms >= 0 && ms <= maxTimeLimitMs
}

/** A time limit as somebody writes it: "90", "90 s", "5 min", "1.5h"; null when it is none. */
export function parseTimeLimit(text: string): number | null {
  const [, number, unit = 's'] = /^\s*(\d+(?:\.\d+)?)\s*(ms|s|min|m|h)?\s*$/i.exec(text) ?? []
  if (number === undefined) return null
  const ms = Math.round(Number(number) * unitsMs[unit.toLowerCase()]!)
  return ms > 0 && isTimeLimit(ms) ? ms : null
}

const unitsMs: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, min: 60_000, h: 3_600_000 }

/** "15 s", "1 min", "No limit" */
export function timeLimitText(ms: number): string {
  if (ms === 0) return runChoicesText.noLimit
  if (ms < 1_000) return `${ms} ms`
  if (ms % 3_600_000 === 0) return `${ms / 3_600_000} h`
  if (ms % 60_000 === 0) return `${ms / 60_000} min`
  return ms < 60_000 ? `${ms / 1_000} s` : durationText(ms)
}

/** "1,000 rows · 1 min" */
export function choicesText({ rowLimit, timeoutMs }: Pick<RunChoices, 'rowLimit' | 'timeoutMs'>): string {
  const rows = rowLimit === null ? runChoicesText.allRows : rowsText(rowLimit)
  return timeoutMs === 0 ? runChoicesText.noTimeLimit(rows) : `${rows} · ${timeLimitText(timeoutMs)}`
}

export function useRunChoices(): [RunChoices, (change: Partial<RunChoices>) => void] {
  const [choices, setChoices] = useState(() => readRunChoices())
  return [
    choices,
    (change) => {
      const next = { ...choices, ...change }
      setChoices(next)
      keep(keys.rowLimit, next.rowLimit === null ? 'all' : String(next.rowLimit))
      keep(keys.timeoutMs, String(next.timeoutMs))
      keep(keys.keepsSession, String(next.keepsSession))
      keep(keys.commitsEach, String(next.commitsEach))
    },
  ]
}
