/** Errors of branches. A `status` is as sentences have it, after “is”. */
export const messages = {
  projectDeleted: 'The project is being deleted',
  tooMany: (most: number) => `A project can have ${most} branches. Delete one to create another.`,
  copyOfItself: 'A branch can’t be a copy of itself',
  branchBusy: (status: string) => `You can’t do this while the branch is ${status}`,
  isProject: (name: string) => `${name} is the project itself. Choose another branch.`,
  sourceGone: 'The branch to copy no longer exists. Choose another one.',
  sourceNotActive: (name: string, status: string) => `${name} can’t be copied while it is ${status}`,
  past: 'Choose a time in the future',
  tooLate: (days: number) => `Branches can be deleted automatically after ${days} days at most. Choose an earlier time, or none.`,
  nameTaken: (name: string) => `The project already has a branch named “${name}”. Choose another name.`,
} as const
