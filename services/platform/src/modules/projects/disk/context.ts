import type { PlatformContext } from '../../../kernel/context.ts'
import { serveUsing } from '../../../kernel/serve.ts'
import type { HasBackups } from '../../copies/backups/reconciler.ts'
import type { HasReconciler } from '../projects/reconciler.ts'
import type { HasStoredFiles } from '../../copies/stored-files/stored-files.ts'
import type { HasReplicas } from '../../copies/replicas/reconciler.ts'

/** What this module uses of other modules' long-running parts. */
type Parts = HasBackups & HasStoredFiles & HasReconciler & HasReplicas

export type Context = PlatformContext<Parts>

export const serve = serveUsing<Parts>()
