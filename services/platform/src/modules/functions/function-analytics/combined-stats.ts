import type { CombinedStat } from '@colonnade/contracts/functions/function-analytics'
import { type StatInterval, statIntervals } from '@colonnade/contracts/functions/function-logs'
import type { FunctionInvocation } from '@colonnade/projects'

/** Returns a row for each step of an interval that ends now, oldest first. */
export function combine(calls: readonly FunctionInvocation[], interval: StatInterval, now: number): CombinedStat[] {
  const { ms, stepMs } = statIntervals[interval]
  const end = Math.floor(now / stepMs) * stepMs + stepMs
  const begin = end - ms
  const steps = Map.groupBy(calls, ({ timestamp }) => Math.floor((Date.parse(timestamp) - begin) / stepMs))
  return Array.from({ length: ms / stepMs }, (_, index) => rowOf(begin + index * stepMs, steps.get(index) ?? []))
}

function rowOf(at: number, calls: readonly FunctionInvocation[]): CombinedStat {
  const between = (low: number, high: number): number => calls.filter(({ status }) => status >= low && status < high).length
  const average = (values: readonly number[]): number | null =>
    values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length
  const most = (values: readonly number[]): number | null => (values.length === 0 ? null : values.reduce((high, value) => Math.max(high, value), 0))
  const [times, cpu] = [calls.map(({ duration_ms }) => duration_ms), calls.map(({ cpu_ms }) => cpu_ms)]
  return {
    timestamp: new Date(at).toISOString(),
    requests_count: calls.length,
    success_count: between(0, 300),
    redirect_count: between(300, 400),
    client_err_count: between(400, 500),
    server_err_count: between(500, 1_000),
    avg_execution_time: average(times),
    max_execution_time: most(times),
    avg_cpu_time_used: average(cpu),
    max_cpu_time_used: most(cpu),
    avg_memory_used: average(calls.map(({ memory_bytes }) => memory_bytes)),
  }
}
