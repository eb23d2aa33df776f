/**
 * Imported by a server that is measured: prints each turn of its event loop that took long, in milliseconds of its main thread's own time. A
 * busy machine makes everybody wait longer, but no turn any longer.
 */
import { isMainThread } from 'node:worker_threads'

const leastMs = 10

if (isMainThread) {
  const spentMs = (): number => {
    const { user, system } = process.threadCpuUsage()
    return (user + system) / 1_000
  }
  let before = spentMs()
  setInterval(() => {
    const now = spentMs()
    if (now - before > leastMs) process.stderr.write(`\nturn of ${Math.round(now - before)} ms\n`)
    before = now
  }, 1).unref()
}
