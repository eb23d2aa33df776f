export const addText = {
  title: 'Add passkey',
  description: 'Your browser will ask where to save it: on this device, a phone, a security key or in a password manager. All other sessions end.',
  passwordMissing: 'Enter your password',
  added: 'Passkey added',
  continue: 'Continue',
  name: 'Name',
  nameHint: 'Helps you recognize it later, such as the name of the device.',
  yourPassword: 'Your password',
  notCreated: 'No passkey was created. The request was canceled or timed out, or this device already has a passkey for your account.',
} as const

export const panelText = {
  passkeys: 'Passkeys',
  description: 'Sign in with your fingerprint, face or PIN, without a password or second step.',
  add: 'Add passkey',
  empty: 'No passkeys yet. You can still sign in your current way after you add one.',
  unsupported: 'This browser doesn’t support passkeys.',
  openBefore: 'Open ',
  openAfter: ' instead, and sign in there.',
  added: 'Added ',
  lastUsed: 'Last used ',
  neverUsed: 'Never used',
  renamePasskey: (name: string) => `Rename ${name}`,
  rename: 'Rename',
  removePasskey: (name: string) => `Remove ${name}`,
  remove: 'Remove',
  loading: 'Loading passkeys',
} as const

export const removeText = {
  title: (name: string) => `Remove “${name}”?`,
  description: 'It no longer signs you in, and all other sessions end. Your device keeps offering it until you delete it there.',
  confirm: 'Remove passkey',
  removed: 'Passkey removed',
} as const

export const renameText = {
  title: 'Rename passkey',
  submit: 'Rename',
  name: 'Name',
} as const
