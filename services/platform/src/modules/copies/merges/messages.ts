/** Errors and notifications of merges. Migrations are named by their version and name. */
export const messages = {
  underWay: 'A merge of this branch is in progress. Wait until it has finished.',
  branchBeingMerged: 'A branch is being merged. Wait until the merge has finished.',
  beingApplied: 'The merge is being applied. You can no longer cancel it.',
  rehearsed: 'The rehearsal has already ended',
  notApplicable: 'Only the last merge of a branch can be applied, and only after its rehearsal',
  changesProject: 'a merge changes it',
  notActive: (name: string, status: string) => `${name} must be active, but is ${status}`,
  unrecorded: (versions: readonly string[]) =>
    `The branch has migrations without recorded statements, which can’t be applied: ${versions.join(', ')}. Mark them as applied in the project, or record their statements in the branch.`,
  outdated: 'A branch has changed since the rehearsal. Nothing was applied. Rehearse the merge again.',
  failed: (migration: string, problem: string) => `Migration ${migration} failed: ${problem}`,
  nothingChanged: 'Nothing was changed.',
  applied: (migrations: readonly string[]) => `Already applied: ${migrations.join(', ')}.`,
  notice: {
    title: (branch: string, parent: string) => `${branch} couldn’t be merged into ${parent}`,
    action: 'Open branches',
  },
} as const
