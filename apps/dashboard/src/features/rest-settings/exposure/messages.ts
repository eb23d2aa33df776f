const counted = (count: number, one: string, many = `${one}s`): string => (count === 1 ? `1 ${one}` : `${count.toLocaleString('en')} ${many}`)

/** Texts of the list of exposed objects. */
export const exposureListText = {
  description: 'What requests with the publishable key (anon) and signed-in users (authenticated) can reach, worst first.',
  noun: 'object',
  label: 'Exposure',
  role: 'Role',
  bothRoles: 'Both roles',
  firstColumn: 'Object',
  finding: 'Finding',
  protection: 'Protection',
  findings: 'Findings',
  unprotected: (count: number) => `${counted(count, 'object')} unprotected`,
  toReview: (count: number) => `${counted(count, 'object')} to review`,
  fine: 'No problems found',
  empty: 'Nothing is exposed',
  emptyText: 'The exposed schemas have no tables, views or functions.',
  noRole: (role: string) => `${role} can’t reach anything`,
  gone: 'It was deleted or renamed, or its schema is no longer exposed.',
} as const

/** Texts of the panel of an exposed object. */
export const exposurePanelText = {
  close: 'Close',
  submit: 'Apply fixes',
  done: (name: string) => `Fixes applied to ${name}`,
  repairs: 'Fixes',
  findings: 'Findings',
  protection: 'Protection',
  owner: 'Owner',
  throughExtension: ', through an extension',
} as const

/** Names of the changes that fixes make, in the list of migrations. */
export const repairChangeText = {
  restrict: (name: string) => `Restrict access to ${name}`,
  enableRls: (name: string) => `Enable row-level security on ${name}`,
  asCaller: (name: string) => `Use the caller’s rights in ${name}`,
  revokeAll: (name: string, role: string) => `Revoke access to ${name} from ${role}`,
  revokeWrites: (name: string, role: string) => `Revoke writes to ${name} from ${role}`,
} as const

/** Titles of findings, and why they matter. */
export const findingText = {
  unprotectedWrite: (role: string) => `${role} can write every row`,
  unprotectedRead: (role: string) => `${role} can read every row`,
  openWrite: (people: string) => `${people} can write every row`,
  openRead: (people: string) => `${people} can read every row`,
  people: { anon: 'Anyone', authenticated: 'Any signed-in user' },
  viewWrite: (role: string) => `${role} writes bypass RLS`,
  viewRead: (role: string) => `${role} reads bypass RLS`,
  unprotectable: (role: string) => `${role} can reach it without RLS`,
  ownerFunction: (role: string, owner: string) => `${role} runs it as ${owner}`,
  rlsOff: (role: string, isWrite: boolean, policies: number) =>
    `Row-level security is off, so nothing limits which rows ${role} can ${isWrite ? 'change' : 'read'}.${
      policies === 0 ? '' : ` Its ${policies === 1 ? 'policy has' : `${policies.toLocaleString('en')} policies have`} no effect.`
    }`,
  alwaysTrue: (role: string, isWrite: boolean) =>
    `A policy for ${role} is always true, so row-level security doesn’t limit which rows ${role} can ${isWrite ? 'write' : 'read'}. Keep it only if that’s what you want.`,
  viewRights: (owner: string, role: string) => `The view uses its tables with the rights of ${owner}, so their policies for ${role} don’t apply.`,
  noRls: (noun: string, role: string) => `A ${noun} can’t have row-level security, so ${role} sees every row.`,
  functionRights: (owner: string, role: string) =>
    `The function runs with the rights of ${owner}. Make sure it checks what ${role} is allowed to do.`,
} as const

/** Texts of what protects an object, and what roles can do with it. */
export const protectionText = {
  ownersRights: 'Owner’s rights',
  callersRights: 'Caller’s rights',
  none: 'None',
  rlsOff: 'RLS off',
  rlsOpen: 'RLS on, always true for anon',
  rlsNoPolicies: 'RLS on, no policies',
  rlsPolicies: (count: number) => `RLS on, ${counted(count, 'policy', 'policies')}`,
  call: 'Call',
  noRows: 'No rows',
  notReachable: 'Not reachable',
} as const

/** Texts of fixes, and their effects on clients. */
export const repairText = {
  enableRls: 'Enable row-level security',
  asCaller: 'Use the caller’s rights',
  revokeAll: (role: string) => `Revoke all access from ${role}`,
  revokeWrites: (role: string) => `Revoke write access from ${role}`,
  policiesApply: (count: number) =>
    count === 0
      ? 'Clients see no rows until you add a policy.'
      : count === 1
        ? 'Its policy takes effect at once.'
        : `Its ${count.toLocaleString('en')} policies take effect at once.`,
  accessNeeded: (isView: boolean) =>
    `anon and authenticated will then need access to ${isView ? 'the tables the view uses' : 'everything the function uses'}.`,
  publicLoses: ' PUBLIC also loses its access, and so does every role without its own grant.',
  refused: 'Requests as this role are refused.',
  readOnly: 'Requests as this role can only read.',
} as const
