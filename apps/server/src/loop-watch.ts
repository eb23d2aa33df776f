import type { Logger } from '@colonnade/core'
import { monitorEventLoopDelay } from 'node:perf_hooks'

/** How often the longest pause is looked at. */
const lookMs = 10_000
/** No request should make the others wait longer than this. */
const pauseMostMs = 50
const resolutionMs = 10

/** Logs how long the process has answered nobody, when that is longer than any work in it should take. */
export function watchLoop(logger: Logger): Disposable {
  const delays = monitorEventLoopDelay({ resolution: resolutionMs })
  delays.enable()
  const timer = setInterval(() => {
    const longestMs = Math.round(delays.max / 1e6) - resolutionMs
    delays.reset()
    if (longestMs > pauseMostMs) logger.warn('the process paused', { longest_ms: longestMs })
  }, lookMs).unref()
  return {
    [Symbol.dispose]() {
      clearInterval(timer)
      delays.disable()
    },
  }
}
