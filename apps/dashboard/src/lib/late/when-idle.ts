/**
 * Runs work once the page is idle, at the latest after a timeout; not every browser reports idleness. Returns a function that cancels it.
 */
export function whenIdle(work: () => void, timeoutMs: number): () => void {
  if ('requestIdleCallback' in globalThis) {
    const id = requestIdleCallback(work, { timeout: timeoutMs })
    return () => cancelIdleCallback(id)
  }
  const timer = setTimeout(work, Math.min(timeoutMs, 500))
  return () => clearTimeout(timer)
}
