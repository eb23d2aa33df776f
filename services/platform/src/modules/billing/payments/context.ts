import type { PlatformContext } from '../../../kernel/context.ts'
import { serveUsing } from '../../../kernel/serve.ts'
import type { HasCollector } from './collector.ts'

/** What this module uses of what others keep running. */
export type Context = PlatformContext<HasCollector>

export const serve = serveUsing<HasCollector>()
