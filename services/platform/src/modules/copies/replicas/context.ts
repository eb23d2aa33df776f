import type { PlatformContext } from '../../../kernel/context.ts'
import { serveUsing } from '../../../kernel/serve.ts'
import type { HasReconciler } from '../../projects/projects/reconciler.ts'
import type { HasReplicas } from './reconciler.ts'

/** What this module uses of other modules' long-running parts. */
type Parts = HasReconciler & HasReplicas

export type Context = PlatformContext<Parts>

export const serve = serveUsing<Parts>()
