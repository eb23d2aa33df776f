import type { PlatformContext } from '../../../kernel/context.ts'
import { serveUsing } from '../../../kernel/serve.ts'
import type { HasStoredFiles } from '../../copies/stored-files/stored-files.ts'
import type { HasCalls } from './collecting/call-counts.ts'
import type { HasFileCounts } from './collecting/file-counts.ts'
import type { HasRealtimeCounts } from './collecting/realtime-counts.ts'

/** What this module uses of what others keep running. */
export type Context = PlatformContext<HasCalls & HasFileCounts & HasRealtimeCounts & HasStoredFiles>

export const serve = serveUsing<HasCalls>()
