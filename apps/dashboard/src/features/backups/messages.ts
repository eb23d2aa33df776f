import type { RestoreInput } from '@colonnade/contracts/copies/backups'
import type { FunctionsAtMoment } from '@colonnade/contracts/functions/function-history'

type FunctionThen = FunctionsAtMoment[number]

/** Edge functions in the dialog that asks where to restore to. */
export const functionTexts = {
  title: 'Edge functions',
  loading: 'Checking edge functions',
  failed: 'Couldn’t check what happens to edge functions. The restore brings back the ones that were live at that moment.',
  unchanged: 'Edge functions haven’t changed since that moment.',
  notes: {
    project: 'Newer versions stay in the history of each function. Secrets keep today’s values.',
    new: 'Secrets are copied with today’s values. Schedules aren’t copied.',
    branch: 'Secrets are copied with today’s values. Schedules aren’t copied.',
  } satisfies Record<RestoreInput['target'], string>,
} as const

const inPlace: Readonly<Record<FunctionThen['state'], (each: FunctionThen) => string | null>> = {
  same: () => null,
  other_version: ({ version, live_version: live }) => `Version ${version} goes live again instead of version ${live}`,
  other_settings: () => 'Its settings go back',
  deleted_since: () => 'Deleted since. Comes back, with its schedules turned off',
  recreated_since: () => 'Deleted and created again since. The earlier code goes live as a new version',
  created_since: () => 'Created since. Stays live',
}

/** Returns what a restore does to an edge function; null where it does nothing. */
export function functionText(target: RestoreInput['target'], each: FunctionThen): string | null {
  if (target === 'project') return inPlace[each.state](each)
  return each.state === 'created_since'
    ? 'Created since. Not included'
    : `Version ${each.version}${each.state === 'deleted_since' ? ', deleted since' : ''}`
}
