import type { PlatformContext } from '../../../kernel/context.ts'
import { serveUsing } from '../../../kernel/serve.ts'
import type { HasBackups } from './reconciler.ts'
import type { HasOffsite } from '../offsite/offsite.ts'
import type { HasSleeper } from '../../projects/sleeps/sleeper.ts'

/** What this module uses of other modules' long-running parts. */
type Parts = HasBackups & HasOffsite & HasSleeper

export type Context = PlatformContext<Parts>

export const serve = serveUsing<Parts>()
