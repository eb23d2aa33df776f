export const dialogText = {
  title: 'Register OAuth app',
  editTitle: (name: string) => `Edit ${name}`,
  server: 'Server',
  device: 'Device or command line',
  serverHint: 'Runs where only you have access, and authenticates with a client secret.',
  deviceHint: 'Runs on people’s own devices, which can’t keep a secret, so it has none. People still approve each sign-in.',
  saved: 'App saved',
  submit: 'Register app',
  save: 'Save app',
  name: 'Name',
  nameHint: 'Shown to people when they authorize the app.',
  kind: 'Runs on a',
  redirects: 'Redirect URLs',
  redirectsHint: 'One per line, exactly as the app sends them: https, or http on localhost.',
  redirectsMissing: 'Enter at least one redirect URL',
  redirectsMost: (most: number) => `Enter at most ${most} redirect URLs`,
} as const

export const rowText = {
  confidential: 'Confidential',
  public: 'Public',
  people: (count: number) => (count === 1 ? '1 person' : `${count} people`),
  authorized: (people: string) => `Authorized by ${people}`,
  secret: 'Secret ',
  hint: (hint: string) => `cls_…${hint}`,
  actionsFor: (name: string) => `Actions for ${name}`,
  edit: 'Edit',
  rotateSecret: 'Rotate secret',
  delete: 'Delete',
  clientID: 'Client ID',
  copyClientID: (name: string) => `Copy client ID of ${name}`,
  redirects: 'Redirect URLs',
  rotateTitle: (name: string) => `Rotate the secret of ${name}?`,
  rotateBody: 'The current secret stops working right away. People stay authorized, and their tokens work until they expire.',
  rotateConfirm: 'Rotate secret',
  deleteTitle: (name: string) => `Delete ${name}?`,
  deleteBody: (people: string | null) =>
    `Revokes all its tokens right away${people === null ? '' : `, including those of ${people}`}. No one can authorize this client ID again. You can’t undo this.`,
  deleteConfirm: 'Delete app',
  deleted: (name: string) => `${name} deleted`,
} as const

export const pageText = {
  title: 'OAuth apps',
  description: 'Apps that call the platform API on behalf of people who authorize them.',
  registerApp: 'Register app',
  failed: 'Failed to load OAuth apps',
  emptyTitle: 'No apps published yet',
  registerFirstOne: 'Register app',
  emptyBody: 'Register an app you built, and people on this installation can authorize it without sharing a password or token.',
  publishedHere: 'Published by this organization',
  published: (name: string) => `Published by ${name}`,
  publishedApps: 'Published apps',
  authorized: 'Authorized by members',
  authorizedHint: 'Apps that act for members in this organization, from any publisher.',
  noneAuthorized: 'No member has authorized an app here.',
} as const

export const consentText = {
  pageTitle: 'Authorize app',
  incomplete: 'The link is incomplete. Go back to the app and start again.',
  loading: 'Loading the app’s request',
  noOrganization: (name: string) =>
    `You aren’t a member of any organization that ${name} could access. Create one first, then start again in the app.`,
  title: (name: string) => `Authorize ${name}?`,
  publisher: (organization: string) => `Published by ${organization}. You’re signed in as `,
  publisherEnd: '.',
  organization: 'Organization',
  organizationHint: 'The app can’t access your other organizations.',
  wants: 'This app wants to',
  permissions: 'Requested permissions',
  notHeld: ' (not allowed by your role in this organization)',
  limits: 'It never gets more than your own permissions, and never sees your password. Revoke access at any time under Account → Access tokens.',
  authorize: 'Authorize',
  decline: 'Decline',
  backTo: (origin: string) => `Both options take you back to ${origin}.`,
  otherAccount: 'Use another account',
  impossible: 'This app can’t be authorized',
  projects: 'Go to your projects',
} as const

export const freshAppText = {
  label: (name: string) => `Credentials of ${name}`,
  title: (name: string) => `“${name}” registered`,
  public: 'This public app needs only its client ID.',
  done: 'Done',
  subject: 'the secret',
  note: 'Authorization code with PKCE (S256). Tokens last an hour, with rotating refresh tokens.',
  copyClientId: 'client ID',
  clientId: 'Client ID',
  copySecret: 'client secret',
  secret: 'Client secret',
  copyDiscovery: 'discovery URL',
  discovery: 'Libraries discover the endpoints at',
} as const

export const grantText = {
  authorizedApps: 'Authorized apps',
  revokeTitle: (name: string) => `Revoke ${name}?`,
  revokeBody: (username: string | null, organization: string) =>
    `The app can no longer act for ${username ?? 'you'} in ${organization}, starting now. It can ask for access again.`,
  revoke: 'Revoke',
  revoked: (name: string) => `${name} revoked`,
  by: (organizationName: string) => `by ${organizationName}`,
  permissions: (name: string) => `Permissions of ${name}`,
  scopes: (count: number) => (count === 1 ? '1 permission' : `${count} permissions`),
  authorized: 'Authorized ',
  lastActive: 'Last active ',
  revokeApp: (name: string) => `Revoke ${name}`,
} as const

export const ownGrantsText = {
  title: 'Authorized apps',
  description: 'OAuth apps that act for you, each in one organization and within your own permissions.',
  failed: 'Failed to load authorized apps',
  empty: 'No authorized apps. When an app asks for access, you decide here.',
} as const
