import type { Chore } from './kernel/room.ts'
import { collectCounters } from './modules/organizations/usage/collecting/collect.ts'
import type { Platform } from './platform.ts'
import { type Parts, roomsOf } from './rooms.ts'

/** Does the chores of all rooms now and then, one at a time. Disposing of it waits for the one under way, and reads the counters of usage a last time. */
export function startHousekeeping(ctx: Platform): AsyncDisposable {
  let line = Promise.resolve()
  const timers = roomsOf(ctx.config)
    .flatMap(({ chores = [] }): readonly Chore<Parts>[] => chores)
    .map(({ name, everyMs, work }) => {
      const begin = (): void => {
        line = line.then(() => work(ctx)).catch((error: unknown) => ctx.logger.error('housekeeping failed', { chore: name, error }))
      }
      begin()
      return setInterval(begin, everyMs).unref()
    })
  return {
    async [Symbol.asyncDispose]() {
      for (const timer of timers) clearInterval(timer)
      await line
      await collectCounters(ctx).catch((error: unknown) => ctx.logger.error('usage of the last minute not collected', { error }))
    },
  }
}
