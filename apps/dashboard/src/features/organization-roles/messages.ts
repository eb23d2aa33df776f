const counted = (count: number, one: string, many = `${one}s`) => (count === 1 ? `1 ${one}` : `${count} ${many}`)

export const pickerText = {
  everyone: ' (every member)',
  ownersOnly: ' (owners only)',
} as const

export const removeText = {
  title: (name: string) => `Delete “${name}”?`,
  unused: 'No one has this role. You can’t undo this.',
  held: (held: string) => `${held} They get the new role right away. You can’t undo this.`,
  confirm: 'Delete role',
  deleted: (name: string) => `Role “${name}” deleted`,
  replacement: 'New role',
  chooseRole: 'Choose a role',
} as const

export const dialogText = {
  created: (name: string) => `Role “${name}” created`,
  saved: 'Role saved',
  newRole: 'New role',
  editTitle: (name: string) => `Edit “${name}”`,
  cancel: 'Cancel',
  create: 'Create role',
  save: 'Save role',
  name: 'Name',
  nameExample: 'Data analysts',
  description: 'Description',
  descriptionExample: 'Read data and write reports',
  permissions: 'Permissions',
  permissionsTitle: 'Permissions',
  summary: 'Summary',
  summaryTitle: 'Members with this role',
  unnamed: 'this role',
  heldBy: (holders: string) => `${holders}. Changes apply to them right away.`,
  reload: 'Reload the role',
} as const

export const listText = {
  roles: 'Roles',
  description: 'What members can do. A role applies to the organization and all its projects, except where a member has another role in a project.',
  readOnlyDescription: 'What members can do. Owners can create more roles.',
  newRole: 'New role',
  limitReached: (most: number) => `Limit of ${most} custom roles reached`,
  custom: 'Custom',
  editRole: (name: string) => `Edit ${name}`,
  edit: 'Edit',
  deleteRole: (name: string) => `Delete ${name}`,
  delete: 'Delete',
} as const

export const holdersCopy = {
  members: (count: number) => counted(count, 'member'),
  inProjects: (count: number) => `${count} in single projects`,
  invited: (count: number) => `${count} invited`,
  none: 'No members',
  more: (count: number) => `${count} more`,
  people: (names: string, count: number) => `${names} ${count === 1 ? 'has' : 'have'} this role`,
  invitations: (count: number) => `${counted(count, 'open invitation')} ${count === 1 ? 'uses' : 'use'} it`,
} as const
