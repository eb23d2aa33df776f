import type { PlatformContext } from '../../../kernel/context.ts'
import { serveUsing } from '../../../kernel/serve.ts'
import type { HasCustomDomains } from './watcher.ts'

/** What this module uses of other modules' long-running parts. */
export type Context = PlatformContext<HasCustomDomains>

export const serve = serveUsing<HasCustomDomains>()
