import type { PlatformContext } from '../../../kernel/context.ts'
import { serveUsing } from '../../../kernel/serve.ts'
import type { HasConnections } from '@colonnade/project-pool'
import type { HasSqlSessions } from './sessions.ts'

/** What this module uses of what others keep running. */
type Parts = HasConnections & HasSqlSessions

export type Context = PlatformContext<Parts>

export const serve = serveUsing<Parts>()
