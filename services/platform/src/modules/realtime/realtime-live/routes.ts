import { realtimeLive } from '@colonnade/contracts/realtime/realtime-live'
import { AppError } from '@colonnade/core'
import type { HasRealtimeLive } from '../../../kernel/realtime-live.ts'
import { serveUsing } from '../../../kernel/serve.ts'
import { messages } from '../messages.ts'

const serve = serveUsing<HasRealtimeLive>()

export const realtimeLiveRoutes = [
  serve(realtimeLive.retrieve, async ({ ctx, scope }) => {
    const activity = ctx.parts.realtimeLive(scope.ref)
    if (activity === null) throw new AppError('unavailable', {}, { message: messages.notRunning })
    return activity
  }),
]
