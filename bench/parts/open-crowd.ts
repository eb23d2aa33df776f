import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { CrowdOrder, CrowdOutcome } from './socket-crowd.ts'

/** Many WebSockets in a process of their own, so that only the server's memory and time are ours. */
export interface Crowd extends Disposable {
  obey(order: Exclude<CrowdOrder, { readonly kind: 'listen' }>): Promise<CrowdOutcome>
  /** Resolves once the crowd listens, with what resolves when so many messages have come. */
  listen(group: string, count: number): Promise<{ readonly heard: Promise<CrowdOutcome> }>
}

export function openCrowd(): Crowd {
  const child = fork(fileURLToPath(new URL('socket-crowd.ts', import.meta.url)))
  const waiting: PromiseWithResolvers<CrowdOutcome>[] = []
  child.on('message', (told: CrowdOutcome) => waiting.shift()?.resolve(told))
  child.on('exit', () => {
    for (const each of waiting) each.reject(new Error('The crowd has ended'))
  })
  const outcome = (): Promise<CrowdOutcome> => {
    const next = Promise.withResolvers<CrowdOutcome>()
    waiting.push(next)
    return next.promise
  }
  return {
    async obey(order) {
      const told = outcome()
      child.send(order)
      const first = await told
      return first.isReady ? outcome() : first
    },
    async listen(group, count) {
      const told = outcome()
      child.send({ kind: 'listen', group, count } satisfies CrowdOrder)
      await told
      return { heard: outcome() }
    },
    [Symbol.dispose]: () => void child.kill(),
  }
}
