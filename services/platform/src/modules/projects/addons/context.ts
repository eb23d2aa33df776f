import type { PlatformContext } from '../../../kernel/context.ts'
import { serveUsing } from '../../../kernel/serve.ts'
import type { HasBackups } from '../../copies/backups/reconciler.ts'
import type { HasCustomDomains } from '../../connections/custom-domains/watcher.ts'
import type { HasDedicatedPoolers } from '../../connections/dedicated-poolers/reconciler.ts'
import type { HasOffsite } from '../../copies/offsite/offsite.ts'
import type { HasReconciler } from '../projects/reconciler.ts'
import type { HasSleeper } from '../sleeps/sleeper.ts'

/** What this module uses of other modules' long-running parts. */
type Parts = HasBackups & HasCustomDomains & HasDedicatedPoolers & HasOffsite & HasReconciler & HasSleeper

export type Context = PlatformContext<Parts>

export const serve = serveUsing<Parts>()
