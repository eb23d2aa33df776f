export const confirmLinkText = {
  title: 'Is this your account?',
  descriptionAfter: (provider: string) => ` already has an account here. Enter its password once to sign in with ${provider} from now on.`,
  submit: 'Link and sign in',
  noPassword: (provider: string) => `No password? Sign in the way you usually do, then link ${provider} under Account → Security.`,
  back: 'Back',
  password: 'Password',
} as const

export const mutationsText = {
  linked: (name: string) => `${name} linked to your account`,
} as const

export const ownerFormText = {
  createOwner: 'Create owner account',
  description: 'This account owns the installation. It’s stored on this machine.',
  email: 'Email',
  password: 'Password',
  passwordHint: 'At least 10 characters. A few unrelated words make a good password.',
  linkEnded: 'Use the link shown in the terminal where Colonnade is running. Restart Colonnade to print it again.',
} as const

export const ownerNeededText = {
  setUp: 'Set up',
  title: 'Almost there',
  description:
    'This installation has no owner yet. When Colonnade started, it printed a one-time link in its terminal. Open that link to create the first account:',
  exampleLink: 'Example link',
  lostLink: 'Can’t find the link? Restart Colonnade to print a new one.',
  checkAgain: 'Check again',
} as const

export const passkeyButtonText = {
  withPasskey: 'Use a passkey',
} as const

export const providerText = {
  or: 'or',
  continue: (name: string) => `Continue with ${name}`,
} as const

export const returnText = {
  pageTitle: 'Sign in',
  signing: 'Signing in…',
  linking: 'Linking your account…',
  notLinked: 'Account not linked',
  notSignedIn: 'You’re not signed in',
  backToSecurity: 'Back to Security',
  backToSignIn: 'Back to sign in',
} as const

export const secondStepText = {
  submit: 'Sign in',
  title: 'One more step',
  appHint: 'Enter the 6-digit code from your authenticator app.',
  recoveryHint: 'Enter one of your recovery codes. Each code works once.',
  restart: 'Sign in again',
  back: 'Back',
  withRecoveryCode: 'Use a recovery code',
  withApp: 'Use the authenticator app',
  code: 'Code',
  recoveryCode: 'Recovery code',
} as const

export const signInText = {
  signIn: 'Sign in',
  hasOwner: 'This installation already has an owner. Sign in with that account.',
  email: 'Email',
  password: 'Password',
  forgot: 'Forgot your password?',
  signUp: 'Create account',
} as const
