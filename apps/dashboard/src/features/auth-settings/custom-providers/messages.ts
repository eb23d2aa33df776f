export const customTexts = {
  title: 'Custom providers',
  description: 'OpenID Connect and OAuth 2.0 providers of your own.',
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
