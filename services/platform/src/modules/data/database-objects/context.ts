import type { PlatformContext } from '../../../kernel/context.ts'
import { serveUsing } from '../../../kernel/serve.ts'
import type { HasConnections } from '@colonnade/project-pool'

/** What this module uses of other modules' long-running parts. */
export type Context = PlatformContext<HasConnections>

export const serve = serveUsing<HasConnections>()
