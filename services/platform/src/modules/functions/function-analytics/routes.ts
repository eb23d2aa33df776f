import { functionAnalytics } from '@colonnade/contracts/functions/function-analytics'
import { statIntervals } from '@colonnade/contracts/functions/function-logs'
import { AppError } from '@colonnade/core'
import type { FunctionInvocation } from '@colonnade/projects'
import type { HasFunctionLogs } from '../../../kernel/function-logs.ts'
import { serveUsing } from '../../../kernel/serve.ts'
import { listFunctions } from '../edge-functions/store.ts'
import { combine } from './combined-stats.ts'
import { messages } from '../messages.ts'

const serve = serveUsing<HasFunctionLogs>()

/** More than the log files of a project can hold. */
const callsMost = 100_000

export const functionAnalyticsRoutes = [
  serve(functionAnalytics.combinedStats, async ({ ctx, scope, query: { interval, function_id: id } }) => {
    const found = (await listFunctions(ctx.database, scope.ref)).find((each) => each.id === id)
    if (found === undefined) throw new AppError('function_not_found', { id })
    const read = ctx.parts.functionLogs()
    if (read === null) throw new AppError('unavailable', {}, { message: messages.starting })
    const since = ctx.clock.now() - statIntervals[interval].ms
    const calls = await read(scope.ref, { slug: found.slug, kinds: ['invocation'], since, limit: callsMost })
    const invocations = calls.filter((row): row is FunctionInvocation => row.kind === 'invocation')
    return { result: combine(invocations, interval, ctx.clock.now()) }
  }),
]
