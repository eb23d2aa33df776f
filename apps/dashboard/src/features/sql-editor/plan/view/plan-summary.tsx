import { timeText, countText } from '../figures.ts'
import type { Plan } from '../model/plan.ts'
import { planSummaryText } from './messages.ts'

interface Span {
  readonly label: string
  readonly ms: number
  readonly tone: string
}

/** Where the time went as a whole: planning, triggers, compiling, and the rest of the execution. */
export function PlanSummary({ plan }: { readonly plan: Plan }) {
  const spans = spansOf(plan)
  const whole = spans.reduce((sum, { ms }) => sum + ms, 0)
  return (
    <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-4 gap-y-1 text-xs text-soft tabular-nums">
      {plan.executionMs === null && plan.hasTimes && <Figure label={planSummaryText.total} value={timeText(plan.root.ms)} />}
      {spans.map(({ label, ms, tone }) => (
        <Figure key={label} label={label} value={timeText(ms)} tone={tone} />
      ))}
      {!plan.isAnalyzed && <span>{planSummaryText.notRun}</span>}
      {plan.root.totalCost !== null && <Figure label={planSummaryText.cost} value={countText(plan.root.totalCost)} />}
      {whole > 0 && (
        <span aria-hidden className="flex h-1.5 min-w-24 flex-1 overflow-hidden rounded-full bg-selected">
          {spans.map(({ label, ms, tone }) => (
            <span key={label} style={{ width: `${(ms / whole) * 100}%`, background: tone }} />
          ))}
        </span>
      )}
    </div>
  )
}

function Figure({ label, value, tone }: { readonly label: string; readonly value: string; readonly tone?: string }) {
  return (
    <span className="flex items-center gap-1.5 whitespace-nowrap">
      {tone !== undefined && <span aria-hidden className="size-2 rounded-xs" style={{ background: tone }} />}
      {label} <span className="font-medium text-fg">{value}</span>
    </span>
  )
}

function spansOf({ planningMs, executionMs, triggers, jit }: Plan): Span[] {
  if (executionMs === null) return planningMs === null ? [] : [{ label: planSummaryText.planning, ms: planningMs, tone: 'var(--chart-2)' }]
  const triggerMs = triggers.reduce((sum, { ms }) => sum + (ms ?? 0), 0)
  const jitMs = jit?.totalMs ?? 0
  const all = [
    { label: planSummaryText.planning, ms: planningMs ?? 0, tone: 'var(--chart-2)' },
    { label: planSummaryText.jit, ms: jitMs, tone: 'var(--chart-3)' },
    { label: planSummaryText.triggers, ms: triggerMs, tone: 'var(--chart-4)' },
    {
      label: triggerMs + jitMs > 0 ? planSummaryText.restExecution : planSummaryText.execution,
      ms: Math.max(0, executionMs - triggerMs - jitMs),
      tone: 'var(--chart-1)',
    },
  ]
  return all.filter(({ ms }) => ms > 0)
}
