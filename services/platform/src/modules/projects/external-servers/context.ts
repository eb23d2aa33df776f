import type { PlatformContext } from '../../../kernel/context.ts'
import type { HasConnections } from '@colonnade/project-pool'
import { serveUsing } from '../../../kernel/serve.ts'
import type { HasReconciler } from '../projects/reconciler.ts'

/** What this module uses of what others keep running. */
export type Context = PlatformContext<HasReconciler & HasConnections>

export const serve = serveUsing<HasReconciler & HasConnections>()
