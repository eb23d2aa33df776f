import type { PlatformContext } from '../../../kernel/context.ts'
import { serveUsing } from '../../../kernel/serve.ts'
import type { HasConnections } from '@colonnade/project-pool'
import type { HasExports } from './kept-exports.ts'

/** What this module uses of other modules' long-running parts. */
type Parts = HasConnections & HasExports

export type Context = PlatformContext<Parts>

export const serve = serveUsing<Parts>()
