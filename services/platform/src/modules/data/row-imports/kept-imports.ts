import { importKeptSeconds, type ImportPlan, type ImportProgress } from '@colonnade/contracts/data/row-imports'
import type { PlatformContext } from '../../../kernel/context.ts'
import { KeptItems } from '../../../kernel/kept-items/kept-items.ts'
import { importsMax } from './limits.ts'
import { removeRejects } from './rejects.ts'

/** An import from its plan to its outcome. Exists only in memory: after a crash the database rolls back its changes. */
export interface Import {
  readonly plan: ImportPlan
  readonly stop: AbortController
  /** Resolves when the load has ended, with any outcome; undefined before it begins. */
  ended: Promise<void> | undefined
  startedAt: number
  progress: ImportProgress
}

/** This module's part of a context. */
export interface HasImports {
  readonly imports: Imports
}

/** Imports in memory. */
export type Imports = KeptItems<Import>

export function createImports({ config, clock, random }: Pick<PlatformContext, 'config' | 'clock' | 'random'>): Imports {
  return new KeptItems({
    clock,
    random,
    keptMs: importKeptSeconds * 1_000,
    itemsMax: importsMax,
    isBusy: ({ progress }) => progress.state === 'running',
    // the sweep removes what can't be removed now
    onForget: (key) => void removeRejects({ config }, key).catch(() => {}),
  })
}
