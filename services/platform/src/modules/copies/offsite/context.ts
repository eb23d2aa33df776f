import type { PlatformContext } from '../../../kernel/context.ts'
import { serveUsing } from '../../../kernel/serve.ts'
import type { HasOffsite } from './offsite.ts'

/** What this module uses of other modules' long-running parts. */
export type Context = PlatformContext<HasOffsite>

export const serve = serveUsing<HasOffsite>()
