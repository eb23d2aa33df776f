import { durationText } from '../wording.ts'
import type { Misestimate, PlanNode } from './model/plan.ts'

const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 })
const short = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 })
const exact = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 })

export const countText = (value: number): string => exact.format(value)

/** "1.2M" */
export const shortCount = (value: number): string => (value < 10_000 ? whole.format(value) : short.format(value))

export const percentText = (share: number): string => (share > 0 && share < 0.01 ? '<1%' : `${Math.round(share * 100)}%`)

/** Milliseconds, or the planner's units where nothing ran. */
export const timeText = (ms: number | null): string => (ms === null ? '–' : ms < 1 ? `${ms.toFixed(2)} ms` : durationText(ms))

/** Blocks of 8 kB as bytes that people read. */
export function blocksText(blocks: number): string {
  const kb = blocks * 8
  return kb < 1_024 ? `${kb} kB` : kb < 1_048_576 ? `${(kb / 1_024).toFixed(1)} MB` : `${(kb / 1_048_576).toFixed(1)} GB`
}

export const kilobytesText = (kb: number): string => (kb < 1_024 ? `${kb} kB` : `${(kb / 1_024).toFixed(1)} MB`)

/** "×12 more", "×40 fewer": what came, beside what was expected. */
export function misestimateText({ factor, direction }: Misestimate): string {
  return `×${factor < 10 ? factor.toFixed(1) : shortCount(factor)} ${direction === 'under' ? 'more' : 'fewer'}`
}

/** Rows that a node passed on in all its loops; those that were expected where it did not run. */
export function rowsOut({ actual, planRows }: PlanNode): number {
  return actual === null ? (planRows ?? 0) : actual.rows * actual.loops
}
