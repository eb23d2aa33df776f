/** "Ada, Ben and 3 more" */
const namesText = (names: readonly string[], more: number) => new Intl.ListFormat('en').format(more > 0 ? [...names, `${more} more`] : names)

export const dialogText = {
  roleChanged: (username: string, role: string) => `${username} is now ${role}`,
  ownRoleChanged: (role: string) => `You’re now ${role}`,
  anyRole: 'a member',
  accessSaved: 'Access saved',
  memberSince: 'Member since ',
  lastSeen: 'Last seen ',
  hasTwoStep: 'Two-step sign-in on',
  noTwoStep: 'Two-step sign-in off',
  neverSeen: 'Never signed in',
  leave: (organizationName: string) => `Leave ${organizationName}`,
  remove: 'Remove',
  cancel: 'Cancel',
  close: 'Close',
  save: 'Save',
  projects: (access: string) => `Project access: ${access}.`,
  selfLastOwner: 'You’re the only owner. Make another member an owner first.',
  lastOwner: 'This member is the only owner. Make another member an owner first.',
  ownerWarning: (username: string) => `${username} will have full control of the organization, and can remove you. Only an owner can undo this.`,
  selfWarning: 'You’ll lose some of your permissions. Only another member can restore them.',
} as const

export const tableText = {
  members: 'Members',
  member: 'Member',
  you: 'You',
  role: 'Role',
  lastSeen: 'Last seen',
  never: 'Never',
  memberSince: 'Member since',
  actions: 'Actions',
  manageMember: (username: string) => `Manage ${username}`,
  manage: 'Manage',
} as const

export const mutationsText = {
  left: (name: string) => `You left ${name}`,
} as const

export const accessFieldText = {
  noAccess: 'No access',
  organizationRole: (roleName: string) => `Organization role: ${roleName}`,
  projects: 'Projects',
  scope: 'Project access',
  allProjects: 'All projects',
  selectedProjects: 'Selected projects',
  selectedHint: 'Access only to the projects with a role below, and to no new ones. In the organization, they only see its name and its members.',
  allHint: (roleName: string) => `${roleName} in all current and new projects, except where you select another role below.`,
  search: 'Search projects',
  empty: 'No projects yet.',
  list: 'Roles in projects',
  roleIn: (name: string) => `Role in ${name}`,
} as const

export const accessCopy = {
  none: 'no projects',
  count: (count: number) => (count === 1 ? '1 project' : `${count} projects`),
  only: (projects: string) => `only ${projects}`,
  differs: (projects: string) => `different role in ${projects}`,
} as const

export const removeText = {
  leaveTitle: (name: string) => `Leave ${name}?`,
  removeTitle: (username: string) => `Remove ${username}?`,
  leaveBody: (name: string) => `You lose access to ${name} and all its projects right away. To return, you need a new invitation.`,
  removeBody: (username: string, name: string) =>
    `${username} loses access to ${name} and all its projects right away, and their open sessions there end. What they created stays. If they know a database password, reset it.`,
  leaveConfirm: (name: string) => `Leave ${name}`,
  removeConfirm: (username: string) => `Remove ${username}`,
  removed: (username: string) => `${username} removed`,
} as const

export const pageText = {
  invitePeople: 'Invite people',
  title: 'Team',
  description: (name: string) => `Members of ${name} and their roles.`,
  searchMembers: 'Search members',
  searchPlaceholder: 'Search by name or email',
  noMatchTitle: 'No matching members',
  showAllMembers: 'Show all members',
  noMatchBody: (value: string) => `No member’s name or email contains “${value}”.`,
  aloneTitle: 'You’re the only member',
  aloneBody: (name: string) => `Invite the people you work with on ${name}, and choose a role for each.`,
  aloneReadOnly: 'Owners and administrators can invite people.',
} as const

export const twoStepText = {
  title: 'Two-step sign-in',
  required: 'Required for every member. ',
  optional: 'Optional for members. ',
  allHaveIt: 'All members use it.',
  lacking: (lacking: number, members: number, isRequired: boolean) =>
    `${lacking} of ${members === 1 ? '1 member' : `${members} members`} ${lacking === 1 ? 'doesn’t' : 'don’t'} use it${isRequired ? ', and can’t get in until they turn it on' : ''}.`,
  turnOnFirst: ' To require it, turn it on for yourself first.',
  setUp: 'Set up',
  stopRequiring: 'Stop requiring',
  require: 'Require',
  stopTitle: 'Stop requiring two-step sign-in?',
  requireTitle: (name: string) => `Require two-step sign-in in ${name}?`,
  stopBody: (name: string) => `Members can access ${name} with only a password again. Members with two-step sign-in keep it on.`,
  requireBody: 'All members use it already. New members must turn it on before they get access.',
  lockedOut: (names: readonly string[], more: number, organization: string) =>
    `${namesText(names, more)} will lose access to ${organization} right away, also through access tokens, until they turn on two-step sign-in or sign in with a passkey.`,
  stopped: 'Two-step sign-in is no longer required',
  nowRequired: 'Two-step sign-in is now required',
} as const
