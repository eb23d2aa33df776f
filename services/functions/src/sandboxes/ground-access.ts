import type { Logger } from '@colonnade/core'
import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { type Ground, openGround } from './ground.ts'

/** Opens what sandboxes stand on once somebody needs it: most starts run no function. */
export interface GroundAccess extends AsyncDisposable {
  readonly open: () => Promise<Ground>
  /** Ends processes that a killed server didn't stop. */
  resume(): Promise<void>
}

export function createGroundAccess(folder: string, logger: Logger): GroundAccess {
  let opening: Promise<Ground> | undefined
  const open = (): Promise<Ground> => (opening ??= openGround(folder, logger))
  return {
    open,
    async resume() {
      const hasRun = await access(join(folder, 'processes')).then(
        () => true,
        () => false,
      )
      if (hasRun) await open()
    },
    async [Symbol.asyncDispose]() {
      const ground = await opening?.catch(() => undefined)
      await ground?.[Symbol.asyncDispose]()
    },
  }
}
