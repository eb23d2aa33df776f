/** Does something once the page has nothing better to do, at the latest after a time; not every browser tells when it is idle. Gives what calls it off. */
export function whenIdle(work: () => void, timeoutMs: number): () => void {
  if ('requestIdleCallback' in globalThis) {
    const id = requestIdleCallback(work, { timeout: timeoutMs })
    return () => cancelIdleCallback(id)
  }
  const timer = setTimeout(work, Math.min(timeoutMs, 500))
  return () => clearTimeout(timer)
}
