import type { PlatformContext } from '../../../kernel/context.ts'
import { serveUsing } from '../../../kernel/serve.ts'
import type { HasReconciler } from '../projects/reconciler.ts'

/** The context with the parts that this module uses. */
export type Context = PlatformContext<HasReconciler>

export const serve = serveUsing<HasReconciler>()
