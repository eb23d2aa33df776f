export const panelText = {
  title: 'Linked accounts',
  description: 'Sign in with these accounts. Two-step sign-in still applies.',
  link: (name: string, isLinked: boolean) => (isLinked ? `Link another ${name} account` : `Link ${name}`),
  turnedOff: 'Turned off',
  linked: 'Linked ',
  lastUsed: 'Last used ',
  unlinkAccount: (name: string, email: string | null) => `Unlink ${name}${email === null ? '' : `, ${email}`}`,
  unlink: 'Unlink',
  loading: 'Loading linked accounts',
} as const

export const linkText = {
  title: (name: string) => `Link ${name}`,
  description: (name: string) => `You’ll sign in to ${name} and return here. After that, it signs you in. All other sessions end.`,
  continue: 'Continue',
} as const

export const unlinkText = {
  title: (name: string) => `Unlink ${name}?`,
  description: 'It no longer signs you in, and all other sessions end. Your account there doesn’t change.',
  confirm: 'Unlink',
  done: 'Account unlinked',
} as const
