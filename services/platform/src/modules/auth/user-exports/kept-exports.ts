import { userExportKeptSeconds, type UserExportInput, type UserExportOutcome } from '@colonnade/contracts/auth/user-exports'
import { KeptItems, type KeptOptions } from '../../../kernel/kept-items/kept-items.ts'

/** An export, from its link until its end was requested. */
export interface UserExport {
  readonly input: UserExportInput
  readonly fileName: string
  state: UserExportOutcome['state']
}

/** This module's part of a context. */
export interface HasUserExports {
  readonly userExports: KeptItems<UserExport>
}

/** Most pending exports of one person in one project. */
const exportsMost = 20

export function createUserExports(options: Pick<KeptOptions<UserExport>, 'clock' | 'random'>): KeptItems<UserExport> {
  return new KeptItems({ ...options, keptMs: userExportKeptSeconds * 1_000, itemsMax: exportsMost, isBusy: ({ state }) => state === 'running' })
}
