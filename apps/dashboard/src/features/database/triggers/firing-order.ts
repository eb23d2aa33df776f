import type { TriggerSummary } from '@colonnade/pg-meta/trigger-summaries'
import type { TriggerEvent } from './trigger-draft.ts'

/** A moment of a statement, with its triggers. */
export interface FiringStep {
  readonly moment: 'before statement' | 'before row' | 'instead' | 'change' | 'after row' | 'after statement' | 'commit'
  /** In firing order. */
  readonly triggers: readonly TriggerSummary[]
}

/** Returns the steps of a statement with this event on a table, with the table's triggers. */
export function firingOrder(siblings: readonly TriggerSummary[], event: TriggerEvent): FiringStep[] {
  const mine = siblings.filter(({ events }) => events.includes(event)).sort(byName)
  const of = (activation: TriggerSummary['activation'], orientation: TriggerSummary['orientation'], isDeferred = false) =>
    mine.filter((one) => one.activation === activation && one.orientation === orientation && one.is_initially_deferred === isDeferred)
  const instead = of('INSTEAD OF', 'ROW')
  const isView = siblings.some(({ table_type }) => table_type === 'v')
  const steps: FiringStep[] = [
    { moment: 'before statement', triggers: of('BEFORE', 'STATEMENT') },
    ...(event === 'TRUNCATE' || isView ? [] : [{ moment: 'before row', triggers: of('BEFORE', 'ROW') } as const]),
    instead.length > 0 || isView ? { moment: 'instead', triggers: instead } : { moment: 'change', triggers: [] },
    ...(event === 'TRUNCATE' || isView ? [] : [{ moment: 'after row', triggers: of('AFTER', 'ROW') } as const]),
    { moment: 'after statement', triggers: of('AFTER', 'STATEMENT') },
  ]
  const late = of('AFTER', 'ROW', true)
  return late.length === 0 ? steps : [...steps, { moment: 'commit', triggers: late }]
}

const encoder = new TextEncoder()

/** Postgres fires triggers of the same moment in name order, byte by byte (its documentation, CREATE TRIGGER). */
function byName(one: TriggerSummary, other: TriggerSummary): number {
  const [left, right] = [encoder.encode(one.name), encoder.encode(other.name)]
  for (const [index, byte] of left.entries()) {
    const against = right[index]
    if (against === undefined) return 1
    if (byte !== against) return byte - against
  }
  return left.length - right.length
}

/** Returns true if it fires in normal sessions, not only in those that replay another server's changes. */
export const firesForPeople = (mode: TriggerSummary['enabled_mode']): boolean => mode === 'ORIGIN' || mode === 'ALWAYS'
