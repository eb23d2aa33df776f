import { type FunctionStats, type FunctionStatsReply, type StatInterval, statIntervals } from '@colonnade/contracts/functions/function-logs'
import type { FunctionInvocation } from '@colonnade/projects'

/** Returns statistics of the interval until now, for functions called in it. */
export function statsOf(calls: readonly FunctionInvocation[], interval: StatInterval, now: number): FunctionStatsReply {
  const { ms, stepMs } = statIntervals[interval]
  const end = Math.floor(now / stepMs) * stepMs + stepMs
  const times = Array.from({ length: ms / stepMs }, (_, index) => end - ms + index * stepMs)
  const recent = calls.filter(({ timestamp }) => Date.parse(timestamp) >= times[0]!)
  const bySlug = [...Map.groupBy(recent, ({ slug }) => slug)].toSorted(([a], [b]) => (a < b ? -1 : 1))
  return { times, functions: bySlug.map(([slug, ofSlug]) => statsOfFunction(slug, ofSlug, times, stepMs)) }
}

function statsOfFunction(slug: string, calls: readonly FunctionInvocation[], times: readonly number[], stepMs: number): FunctionStats {
  const steps = times.map((): FunctionInvocation[] => [])
  // after the clock was set back, future calls count in the last step
  for (const call of calls) steps[Math.min(steps.length - 1, Math.floor((Date.parse(call.timestamp) - times[0]!) / stepMs))]!.push(call)
  const count = (isCounted: (call: FunctionInvocation) => boolean) => steps.map((step) => step.filter(isCounted).length)
  const figure = (of: (step: readonly FunctionInvocation[]) => number) => steps.map((step) => (step.length === 0 ? null : of(step)))
  const failed = Map.groupBy(
    calls.filter(({ status }) => status >= 400),
    ({ status, error_code: code }) => `${status} ${code ?? ''}`,
  )
  return {
    slug,
    calls: calls.length,
    errors: calls.filter(({ status }) => status >= 500).length,
    cold_starts: calls.filter((call) => call.is_cold).length,
    p50_ms: percentile(calls, 0.5),
    p95_ms: percentile(calls, 0.95),
    codes: [...failed.values()]
      .map((group) => ({ status: group[0]!.status, code: group[0]!.error_code, calls: group.length }))
      .toSorted((a, b) => b.calls - a.calls || a.status - b.status),
    steps: {
      succeeded: count(({ status }) => status < 400),
      refused: count(({ status }) => status >= 400 && status < 500),
      failed: count(({ status }) => status >= 500),
      cold_starts: count((call) => call.is_cold),
      p50_ms: steps.map((step) => percentile(step, 0.5)),
      p95_ms: steps.map((step) => percentile(step, 0.95)),
      cpu_ms: figure((step) => step.reduce((sum, { cpu_ms }) => sum + cpu_ms, 0) / step.length),
      memory_bytes: figure((step) => step.reduce((most, { memory_bytes }) => Math.max(most, memory_bytes), 0)),
    },
  }
}

/** Returns the duration that this share of calls doesn't exceed; null without calls. */
function percentile(calls: readonly FunctionInvocation[], share: number): number | null {
  const sorted = calls.map(({ duration_ms }) => duration_ms).toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? null
}
