import type { PlatformContext } from '../../../kernel/context.ts'
import { serveUsing } from '../../../kernel/serve.ts'
import type { HasCalls } from './collecting/call-counts.ts'

/** What this module uses of what others keep running. */
export type Context = PlatformContext<HasCalls>

export const serve = serveUsing<HasCalls>()
