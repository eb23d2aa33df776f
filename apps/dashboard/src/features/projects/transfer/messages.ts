export const transferDialogText = {
  transfer: (name: string | number) => `Transfer ${name}?`,
  transferProject: 'Transfer project',
  transferred: (name: string | number, value: string | number) => `${name} transferred to ${value}`,
  movesProjectOutWithout: (from: string) =>
    `Moves the project out of ${from} without a restart. Open connections stay open. People who lose access are signed out of it at once.`,
  organization: 'Organization',
  plan: (name: string | number, name2: string | number) => `${name} (${name2} plan)`,
  loadFailed: 'Failed to load the effects of the transfer',
  cantTransferYet: 'Can’t transfer yet',
  transferredLabel: 'Transferred with it',
  notTransferred: 'Not transferred',
} as const

export const transferSettingText = {
  branchHint: 'This is a branch. Transfer its project to move all its branches.',
  noOtherOrganization:
    'You don’t have permission to create projects in another organization. Create an organization or ask to join one, then transfer the project to it.',
  hint: 'Moves the project, its branches and its billing to another organization. The project keeps running, and its URL stays the same.',
  transferProject: 'Transfer project',
  failedLoadOrganizations: 'Failed to load organizations',
} as const

export const transferWordsCopy = {
  monthNewOrganization: (project: string | number, name: string | number, cents: string | number) =>
    `${project}: ${name}, ${cents} a month in the new organization`,
  dataKeysPasswordsURLs: 'Data, keys, passwords and URLs, unchanged',
  billingNewUsageWhich: (managedBy: string | number, name: string | number) => `Billing for new usage, by ${managedBy}, which manages ${name}`,
  accessWebhooksOAuthApps: (from: string | number) => `Access for ${from}’s webhooks, OAuth apps and access tokens`,
  people: (count: number, organization: string) =>
    count === 1
      ? `Access for one person who isn’t in ${organization} or can’t see projects there`
      : `Access for ${count} people who aren’t in ${organization} or can’t see projects there`,
  projectRoles: (count: number) => (count === 1 ? 'One role given in this project alone' : `${count} roles given in this project alone`),
  peopleWhoLoseAccess: (count: number) =>
    `${count === 1 ? 'One private snippet' : `${count} private snippets`} of people who lose access, hidden until they have access again`,
  accessRoleTheyHave: (count: number, organization: string) =>
    `${count === 1 ? 'One person' : `${count} people`} in ${organization} ${count === 1 ? 'gets' : 'get'} access, with the role they have there.`,
  usageSoFarAudit: (from: string | number) => `Usage so far and the audit log, which stay with ${from}`,
} as const
