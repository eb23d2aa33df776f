import type { PlatformContext } from '../../../kernel/context.ts'
import { serveUsing } from '../../../kernel/serve.ts'
import type { HasDedicatedPoolers } from './reconciler.ts'

/** What this module uses of what others keep running. */
export type Context = PlatformContext<HasDedicatedPoolers>

export const serve = serveUsing<HasDedicatedPoolers>()
