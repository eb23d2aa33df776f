export const customTexts = {
  title: 'Custom providers',
  description: 'Your own OpenID Connect and OAuth 2.0 providers.',
  add: 'Add provider',
  settings: 'Settings',
  wake: 'Wake up project to see its providers',
  asleep: 'Custom providers are stored in the project’s database, which is asleep.',
  off: 'Custom providers are off. Turn them on in Settings.',
  notRunning: 'Custom providers are stored in the project’s database, which isn’t running.',
  empty: 'No custom providers yet',
  emptyHint: 'Add Keycloak, Okta, Auth0 or any other server that supports OpenID Connect or OAuth 2.0.',
  added: (name: string) => `${name} added`,
  saved: (name: string) => `${name} saved`,
  deleted: (name: string) => `${name} deleted`,
  deleteTitle: (name: string) => `Delete ${name}?`,
  deleteText: (identifier: string) =>
    `Users can no longer sign in with ${identifier}. Their accounts stay, and work with their other sign-in methods.`,
  secretLost: 'This project is a copy, and client secrets aren’t copied. Enter the secret again.',
} as const

export const customProviderFieldsText = {
  providerBefore: 'Your app signs in with provider ',
  providerAfter: '. You can’t change it later.',
  signProvider: 'Sign in with this provider',
  type: 'Type',
  openIDConnect: 'OpenID Connect',
  oAuth20: 'OAuth 2.0',
  name: 'Name',
  identifier: 'Identifier',
  discoveryDocumentWellKnown: 'Must serve /.well-known/openid-configuration.',
  discoveryURL: 'Discovery URL',
  ifDiscoveryDocumentSomewhere: 'Set this if the discovery document is at another URL.',
  authorizationURL: 'Authorization URL',
  tokenURL: 'Token URL',
  userInfoURL: 'User info URL',
  clientID: 'Client ID',
  clientSecret: 'Client secret',
  newClientSecret: 'New client secret',
  storedEncryptedNeverShown: 'Stored encrypted, and never shown again.',
  leaveEmptyKeepCurrent: 'Leave empty to keep the current secret.',
  scopes: 'Scopes',
  separatedSpacesOpenidAlways: 'Separated by spaces. openid is always requested.',
  separatedSpaces: 'Separated by spaces.',
  allowUsersWithoutEmail: 'Allow users without an email address',
  accountsDontShareOne: 'For accounts that don’t share one.',
  pkce: 'Use PKCE',
  turnOffOnlyIf: 'Turn it off only if the provider rejects it.',
  attributeMapping: 'Attribute mapping',
  onePerLineAttribute: 'One per line: the attribute your app reads = where the provider has it. For example: user_name=profile.nickname',
  authorizationParameters: 'Authorization parameters',
  addedRequestProviderOne: 'Added to the request to the provider, one per line. For example: prompt=login',
} as const

export const customProviderListText = {
  settingsCustomProviders: 'Settings of custom providers',
  secretMissing: 'Secret missing',
  loadingCustomProviders: 'Loading custom providers',
} as const

export const customProviderPanelText = {
  newCustomProvider: 'New custom provider',
  delete: 'Delete',
  deleteProvider: 'Delete provider',
} as const

export const draftText = {
  enterIssuer: 'Enter the issuer',
  enterAuthorizationURL: 'Enter the authorization URL',
  enterTokenURL: 'Enter the token URL',
  enterUserInfoURL: 'Enter the user info URL',
  writeOneNameValue: 'Enter one name=value per line',
} as const

export const issuerCheckText = {
  checkIssuer: 'Check issuer',
  issuerFound: 'Issuer found',
} as const
