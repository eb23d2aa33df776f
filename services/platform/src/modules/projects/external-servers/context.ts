import type { PlatformContext } from '../../../kernel/context.ts'
import type { HasConnections } from '@colonnade/project-pool'
import { serveUsing } from '../../../kernel/serve.ts'
import type { HasReconciler } from '../projects/reconciler.ts'

/** The context with the parts that this module uses. */
export type Context = PlatformContext<HasReconciler & HasConnections>

export const serve = serveUsing<HasReconciler & HasConnections>()
