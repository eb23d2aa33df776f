export const expiryCopy = {
  never: 'Works until you revoke it. Anyone who finds it can use it, even years from now.',
  missing: 'Choose a date and time.',
  on: (date: string) => `Expires on ${date}.`,
} as const

export const freshTokenText = {
  label: (name: string) => `New token ${name}`,
  title: (name: string) => `“${name}” created`,
  reference: 'See all endpoints in the ',
  apiReference: 'API reference',
  accessToken: 'access token',
  subject: 'the token',
  exampleCall: 'example call',
  example: 'For example, list your projects:',
} as const

export const revokeText = {
  revoke: 'Revoke',
  title: (name: string) => `Revoke “${name}”?`,
  expired: 'This token has already expired. Revoking it removes it from the list; its actions stay in the audit logs.',
  description: 'Requests with this token are refused right away, and its open connections end. You can’t undo this.',
  confirm: 'Revoke token',
  revoked: 'Token revoked',
} as const

export const scopeChoiceText = {
  full: 'Full access',
  readOnly: 'Read-only',
  choose: 'Custom',
  count: (count: number) => (count === 1 ? '1 permission' : `${count} permissions`),
} as const

export const dialogText = {
  title: 'New access token',
  full: 'Everything your roles allow, now and later, except your password, sessions and tokens.',
  readOnly: 'Reads organizations, projects, data and audit logs. Can’t change anything or read API keys.',
  custom: 'Only the permissions you choose here, as long as your role allows them.',
  submit: 'Create token',
  name: 'Name',
  nameHint: 'Helps you recognize it later, such as what you use it for.',
  access: 'Access',
  permissions: 'Permissions',
  organizations: 'Organizations',
  allOrganizations: 'All your organizations',
  expires: 'Expiration',
  expiresOn: 'Expires on',
} as const

export const rowText = {
  expired: 'Expired',
  showPermissions: (scopes: string, name: string) => `${scopes}: permissions of ${name}`,
  neverUsed: 'Never used',
  lastUsed: 'Last used ',
  from: ' from ',
  revokeToken: (name: string) => `Revoke ${name}`,
  revoke: 'Revoke',
  permissions: (name: string) => `Permissions of ${name}`,
  neverExpires: 'Never expires',
  expires: 'Expires ',
  expiredOn: (day: string) => `Expired ${day}`,
} as const

export const pageText = {
  title: 'Access tokens',
  description: 'Call the platform API as you, from scripts and tools.',
  newToken: 'New token',
  failed: 'Failed to load access tokens',
  emptyTitle: 'No access tokens yet',
  createFirst: 'Create token',
  emptyBody:
    'A token gives a script all or some of your permissions, without your password. See when it was last used here, and revoke it at any time.',
  loading: 'Loading access tokens',
} as const
