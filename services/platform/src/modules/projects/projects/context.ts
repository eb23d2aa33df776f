import type { PlatformContext } from '../../../kernel/context.ts'
import { serveUsing } from '../../../kernel/serve.ts'
import type { HasReconciler } from './reconciler.ts'

/** What this module uses of other modules' long-running parts. */
export type Context = PlatformContext<HasReconciler>

export const serve = serveUsing<HasReconciler>()
