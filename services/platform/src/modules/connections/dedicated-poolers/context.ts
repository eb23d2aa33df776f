import type { PlatformContext } from '../../../kernel/context.ts'
import { serveUsing } from '../../../kernel/serve.ts'
import type { HasDedicatedPoolers } from './reconciler.ts'

/** What this module uses of other modules' long-running parts. */
export type Context = PlatformContext<HasDedicatedPoolers>

export const serve = serveUsing<HasDedicatedPoolers>()
