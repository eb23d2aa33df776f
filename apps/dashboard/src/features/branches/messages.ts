export const branchDialogsText = {
  branchNoLongerExists: 'This branch no longer exists. It was deleted or it expired.',
  edit: (name: string | number) => `Edit ${name}`,
  save: 'Save',
  name: 'Name',
  expires: 'Expires',
  reset: (name: string | number) => `Reset ${name}?`,
  copiesSourceAgainPermanently:
    'Copies its source again and permanently deletes the branch’s current data. The URL, keys and password stay the same.',
  resetBranch: 'Reset branch',
  delete: (name: string | number) => `Delete ${name}?`,
  permanentlyDeletesBranchsDatabase: 'Permanently deletes the branch’s database. Other branches aren’t affected, including copies of it.',
  deleteBranch: 'Delete branch',
} as const

export const branchRowText = {
  default: 'Default',
  structure: 'Structure only',
  current: 'Current',
  actions: (name: string | number) => `Actions for ${name}`,
  merge: 'Merge',
  edit: 'Edit',
  reset: 'Reset',
  deleteBranch: 'Delete branch',
  copying: (source: string | null | undefined) => `Copying ${source ?? 'its source'}`,
  created: 'Created',
  copiedAgain: 'Copied again',
  copyBranch: 'copy the branch',
  tryAgain: 'Try again',
  project: (compute: string | number) => `The project · ${compute}`,
  by: (createdBy: string | number) => ` by ${createdBy}`,
  postgres: (version: string | number) => `Postgres ${version}`,
  expires: (untilText: string | number) => `Expires ${untilText}`,
} as const

export const branchStripText = {
  branch: 'Branch',
  branchLabel: 'Branch of ',
  merge: 'Merge',
} as const

export const branchWordsCopy = {
  day: 'day',
  hour: 'hour',
  minute: 'minute',
  deletedBranch: 'a deleted branch',
  restoredFrom: (name: string, moment: string) => `Restored from ${name} as of ${moment}`,
  changesBranchFromPostgres: (from: string, to: string, source: string) =>
    `Changes the branch from Postgres ${from} to ${to}, the version of ${source}.`,
  lessThanSecond: 'less than a second',
  about: (count: number, unit: string) => `about ${count} ${unit}${count === 1 ? '' : 's'}`,
  sharesUnchangedFilesSource: 'Shares unchanged files with its source',
  copied: (bytes: string, duration: string) => `${bytes} copied in ${duration}`,
  never: 'Never',
  afterDay: 'After a day',
  after7Days: 'After 7 days',
  after30Days: 'After 30 days',
  copy: (name: string | number) => `Copy of ${name}`,
  branchNoLongerExists: 'This branch no longer exists. Choose another one.',
  pausedRestoreCopy: (name: string | number) => `${name} is paused. Restore it to copy it.`,
  copyWhenActive: (name: string | number) => `You can copy ${name} when it’s active.`,
  createdInstantlyBothShare: (bytes: string | number) => `${bytes}, created instantly. Both share their files until one changes.`,
  copyOf: (bytes: string, duration: string, isMeasured: boolean) =>
    `${bytes} to copy, ${duration} (${isMeasured ? 'measured just now' : 'based on earlier copies on this machine'}).`,
  mergingInto: (defaultBranchName: string | number) => `Merging into ${defaultBranchName}`,
  rehearsingMerge: 'Rehearsing merge',
} as const

export const branchesPageText = {
  newBranch: 'New branch',
  branches: 'Branches',
  copiesProjectTryChanges: 'Copies of the project to try changes on. Each has its own server, URL and keys.',
  failedLoadBranches: 'Failed to load branches',
  loadingBranches: 'Loading branches',
  noBranches: 'No branches',
  branchCopyWholeDatabase:
    'A branch is a copy of the whole database, created in seconds without affecting the project. Try a migration or a risky change on real data, then delete the branch.',
  createBranchTryChange: 'Create a branch to try a change.',
  roleCantCreateBranches: 'Your role can’t create branches',
  projectHaveUpBranches: (maxBranches: string | number) => `A project can have up to ${maxBranches} branches. Delete one to create another`,
} as const

export const branchingGateText = {
  needAdditionalPermissionsEnable: 'You need additional permissions to enable branching',
  unpauseProjectEnableBranching: 'Unpause your project to enable branching',
} as const

export const copyEstimateText = {
  couldntEstimateHowLong: (message: string | number) => `Couldn’t estimate how long the copy takes. ${message}`,
  estimatingHowLongCopy: 'Estimating how long the copy takes…',
  copyNeedsButFree: (bytes: string | number, freeBytes: string | number) =>
    `The copy needs ${bytes}, but only ${freeBytes} are free on this machine.`,
} as const

export const createBranchDialogText = {
  createBranch: 'Create branch',
  copyOwnServerKeys:
    'A copy with its own server, keys and password. Creating it doesn’t affect its source, and changes in one don’t appear in the other.',
  createBranchLabel: 'Create branch',
  name: 'Name',
  addInvoices: 'add-invoices',
  content: 'Content',
  everythingCommittedNowEarlier: 'Everything committed by now. For an earlier moment, ',
  restoreBackupNewBranch: 'restore a backup to a new branch',
  emptyTablesExceptOnes: 'Empty tables, except the ones where tools record applied migrations.',
  data: 'With its data',
  structure: 'Structure only',
  expires: 'Expires',
  computeSize: 'Compute size',
} as const

export const sourceFieldText = {
  copy: 'Copy of',
  deletedBranch: 'Deleted branch',
} as const
