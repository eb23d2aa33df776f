import type { PlatformContext } from '../../../kernel/context.ts'
import { serveUsing } from '../../../kernel/serve.ts'
import type { HasRowChanges } from '@colonnade/row-feed'

/** What this module uses of other modules' long-running parts. */
export type Context = PlatformContext<HasRowChanges>

export const serve = serveUsing<HasRowChanges>()
