import { userExportKeptSeconds, type UserExportInput, type UserExportOutcome } from '@colonnade/contracts/auth/user-exports'
import { KeptItems, type KeptOptions } from '../../../kernel/kept-items/kept-items.ts'

/** An export, from its link until its end was asked for. */
export interface UserExport {
  readonly input: UserExportInput
  readonly fileName: string
  state: UserExportOutcome['state']
}

/** A context's part of this module. */
export interface HasUserExports {
  readonly userExports: KeptItems<UserExport>
}

/** Exports of one person in one project that wait for their file to be fetched. */
const exportsMost = 20

export function createUserExports(options: Pick<KeptOptions<UserExport>, 'clock' | 'random'>): KeptItems<UserExport> {
  return new KeptItems({ ...options, keptMs: userExportKeptSeconds * 1_000, itemsMax: exportsMost, isBusy: ({ state }) => state === 'running' })
}
