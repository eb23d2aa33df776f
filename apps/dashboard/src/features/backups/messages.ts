import type { RestoreInput } from '@colonnade/contracts/copies/backups'
import type { FunctionsAtMoment } from '@colonnade/contracts/functions/function-history'

type FunctionThen = FunctionsAtMoment[number]

/** The dialog that asks where to restore to. */
export const dialogTexts = {
  project: {
    description:
      'The database goes back to that moment. Everything written since then is lost, including writes until the restore finishes. Open connections are closed, and a paused project becomes active.',
    confirm: 'Replace the database',
    name: '',
  },
  new: {
    description: 'This project doesn’t change. The new project has the data of that moment, the same compute size, and its own password and keys.',
    confirm: 'Restore to a new project',
    name: 'Name of the new project',
  },
  branch: {
    description: 'This project doesn’t change. The branch has the data of that moment, the same compute size, and its own password and keys.',
    confirm: 'Restore to a new branch',
    name: 'Name of the new branch',
  },
} satisfies Record<RestoreInput['target'], object>

export const passwordHints = {
  new: 'Leave it empty to generate one. It’s shown on the Overview of the new project.',
  branch: 'A password is generated and shown on the Overview of the branch.',
} as const

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
