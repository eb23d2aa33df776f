export const addText = {
  title: 'Add provider',
  description: 'First register this installation with the provider, using the callback URL below. You’ll get a client ID and a client secret.',
  saved: (name: string) => `${name} added. Test it, then turn it on.`,
  save: 'Add provider',
  kind: 'Kind',
  name: 'Name',
  nameHint: 'Shown on the button: “Continue with …”.',
  address: 'URL',
  issuer: 'Issuer URL',
  addressHint: 'The URL of your GitHub Enterprise server.',
  issuerHint: 'Must serve /.well-known/openid-configuration.',
  callbackURL: 'Callback URL',
  copyCallbackURL: 'Copy the callback URL',
  clientID: 'Client ID',
  clientSecret: 'Client secret',
  secretHint: 'Stored encrypted, and never shown again.',
} as const

export const editText = {
  title: (name: string) => `Edit ${name}`,
  fixedIssuer: (issuer: string) => `You can’t change ${issuer}. To use another one, add another provider.`,
  saved: (name: string) => `${name} saved`,
  save: 'Save provider',
  name: 'Name',
  nameHint: 'Shown on the button: “Continue with …”.',
  clientID: 'Client ID',
  newClientSecret: 'New client secret',
  secretHint: 'Leave empty to keep the current secret.',
} as const

export const kindNamesText = {
  openIDConnect: 'OpenID Connect',
} as const

export const peopleCopy = {
  none: 'No one signs in with it',
  signIn: (count: number) => (count === 1 ? '1 person signs in with it' : `${count} people sign in with it`),
  leftOut: (leftOut: number) =>
    `${leftOut} of them ${leftOut === 1 ? 'has' : 'have'} no password, passkey or other provider, and must reset the password by email to get in again.`,
} as const

export const panelText = {
  providers: 'Providers',
  description: 'External services that people can sign in with.',
  addProvider: 'Add provider',
  emptyTitle: 'No providers yet',
  emptyBody:
    'People sign in with passwords and passkeys. Add GitHub, GitHub Enterprise or any OpenID Connect provider, such as Keycloak, Okta, Google or GitLab.',
  loading: 'Loading providers',
} as const

export const rowText = {
  notChanged: (error: string) => `Failed to change the provider: ${error}`,
  callbackURL: 'Callback URL',
  copyCallbackURL: (name: string) => `Copy the callback URL of ${name}`,
  testProvider: (name: string) => `Test ${name}`,
  test: 'Test',
  editProvider: (name: string) => `Edit ${name}`,
  edit: 'Edit',
  deleteProvider: (name: string) => `Delete ${name}`,
  delete: 'Delete',
  turnOffTitle: (name: string) => `Turn off ${name}?`,
  turnOffBody: (leftOut: string) => `No one can sign in with it until you turn it on again. ${leftOut} Open sessions continue.`,
  turnOff: 'Turn off',
  works: (name: string) => `${name} responds and accepts the client ID and secret.`,
} as const

export const removeText = {
  title: (name: string) => `Delete ${name}?`,
  unused: 'No one signs in with it. Its client ID and secret are deleted.',
  used: (people: string, leftOut: string) =>
    `${people}. Deletes their links, even if you add the provider again. ${leftOut} Their accounts and open sessions stay.`,
  confirm: 'Delete',
} as const
