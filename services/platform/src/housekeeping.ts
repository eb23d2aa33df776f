import type { PlatformContext } from './context.ts'
import { housekeepingMs } from './limits.ts'
import { sweepAttachments } from './modules/feedback/attachments.ts'
import { pruneIncidents } from './modules/project-health/incidents.ts'
import { forgetRemovedSecrets } from './modules/project-settings/api-keys.ts'
import { forgetSleeps } from './modules/sleeps/service.ts'
import { sweepRejects } from './modules/row-imports/rejects.ts'

/** What is done now and then although nobody asks for it; each may be cut off anywhere and is then done again. */
const chores: Readonly<Record<string, (ctx: PlatformContext) => Promise<void>>> = {
  sweepAttachments,
  pruneIncidents,
  forgetRemovedSecrets,
  sweepRejects,
  forgetSleeps,
}

/** Does the chores now and every hour. Disposing of it waits for those under way. */
export function startHousekeeping(ctx: PlatformContext): AsyncDisposable {
  let round = Promise.resolve()
  const begin = (): void => {
    round = doAfter(ctx, round)
  }
  const timer = setInterval(begin, housekeepingMs)
  timer.unref()
  begin()
  return {
    async [Symbol.asyncDispose]() {
      clearInterval(timer)
      await round
    },
  }
}

async function doAfter(ctx: PlatformContext, before: Promise<void>): Promise<void> {
  await before
  for (const [chore, work] of Object.entries(chores)) {
    await work(ctx).catch((error: unknown) => ctx.logger.error('housekeeping failed', { chore, error }))
  }
}
