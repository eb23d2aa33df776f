import type { PlatformContext } from '../../../kernel/context.ts'
import { serveUsing } from '../../../kernel/serve.ts'
import type { HasSleeper } from '../../projects/sleeps/sleeper.ts'
import type { HasTableCopies } from './reconciler.ts'

/** What this module uses of other modules' long-running parts. */
type Parts = HasTableCopies & HasSleeper

export type Context = PlatformContext<Parts>

export const serve = serveUsing<Parts>()
