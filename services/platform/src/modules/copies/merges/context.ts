import type { PlatformContext } from '../../../kernel/context.ts'
import { serveUsing } from '../../../kernel/serve.ts'
import type { HasMerges } from './reconciler.ts'

/** What this module uses of other modules' long-running parts. */
export type Context = PlatformContext<HasMerges>

export const serve = serveUsing<HasMerges>()
