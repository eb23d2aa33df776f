import { importKeptSeconds, type ImportPlan, type ImportProgress } from '@colonnade/contracts/data/row-imports'
import type { PlatformContext } from '../../../kernel/context.ts'
import { KeptItems } from '../../../kernel/kept-items/kept-items.ts'
import { importsMax } from './limits.ts'
import { removeRejects } from './rejects.ts'

/** An import from its plan to its outcome. Only memory knows of it: what a kill leaves of it in the database is rolled back. */
export interface Import {
  readonly plan: ImportPlan
  readonly stop: AbortController
  /** Resolves when the load has ended, however it did; undefined before it begins. */
  ended: Promise<void> | undefined
  startedAt: number
  progress: ImportProgress
}

/** A context's part of this module. */
export interface HasImports {
  readonly imports: Imports
}

/** The imports that are remembered. */
export type Imports = KeptItems<Import>

export function createImports({ config, clock, random }: Pick<PlatformContext, 'config' | 'clock' | 'random'>): Imports {
  return new KeptItems({
    clock,
    random,
    keptMs: importKeptSeconds * 1_000,
    itemsMax: importsMax,
    isBusy: ({ progress }) => progress.state === 'running',
    // what can not be removed now is swept later
    onForget: (key) => void removeRejects({ config }, key).catch(() => {}),
  })
}
