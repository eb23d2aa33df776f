import { functionLogs, statIntervals } from '@colonnade/contracts/functions/function-logs'
import { AppError } from '@colonnade/core'
import type { FunctionInvocation, FunctionLogs } from '@colonnade/projects'
import type { HasFunctionLogs } from '../../../kernel/function-logs.ts'
import { serveUsing } from '../../../kernel/serve.ts'
import { statsOf } from './stats.ts'
import { messages } from '../messages.ts'

const serve = serveUsing<HasFunctionLogs>()

/** More than the log files of a project can hold. */
const callsMost = 100_000

export const functionLogRoutes = [
  serve(functionLogs.list, async ({ ctx, scope, query }) => {
    const { request_id: requestId, ...wanted } = query
    return { rows: [...(await readerOf(ctx)(scope.ref, { ...wanted, requestId }))] }
  }),
  serve(functionLogs.stats, async ({ ctx, scope, query: { interval, slug } }) => {
    const since = ctx.clock.now() - statIntervals[interval].ms
    const calls = await readerOf(ctx)(scope.ref, { slug, kinds: ['invocation'], since, limit: callsMost })
    return statsOf(
      calls.filter((row): row is FunctionInvocation => row.kind === 'invocation'),
      interval,
      ctx.clock.now(),
    )
  }),
]

/** @throws AppError `unavailable` */
function readerOf({ parts }: { readonly parts: HasFunctionLogs }): FunctionLogs {
  const read = parts.functionLogs()
  if (read === null) throw new AppError('unavailable', {}, { message: messages.starting })
  return read
}
