import type { PlatformContext } from '../../../kernel/context.ts'
import { serveUsing } from '../../../kernel/serve.ts'
import type { HasSleeper } from './sleeper.ts'

/** What this module uses of other modules' long-running parts. */
export type Context = PlatformContext<HasSleeper>

export const serve = serveUsing<HasSleeper>()
