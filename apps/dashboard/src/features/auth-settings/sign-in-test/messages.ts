import type { SignInTest } from '@colonnade/contracts/auth/sign-in-tests'

export const testTexts = {
  title: 'Test sign-in',
  description: 'Sign in at the provider as one of your users would. No user and no session is created in your project.',
  link: 'Test sign-in',
  saved: 'Opens the provider in a new tab, with the settings as they are saved. It works before the provider is enabled.',
  start: 'Continue to the provider',
  redirect: 'If the provider reports a wrong redirect URI, register this callback URL there:',
  noProvider: 'Start a test from a provider on the Sign In / Providers page.',
  finishing: 'Reading what the provider sent…',
  again: 'Test again',
  back: 'Back to providers',
  success: 'Sign-in works',
  successText: 'A user with this account could sign in. Nothing was created in your project. You can close this tab.',
  failed: 'Sign-in failed',
  failedSubject: 'Failed to test a sign-in',
} as const

export const failedAt: Readonly<Record<NonNullable<SignInTest['failed_at']>, string>> = {
  authorization: 'The provider’s sign-in page returned an error.',
  token: 'The provider didn’t exchange the authorization code for tokens.',
  identity: 'The provider sent tokens, but its user profile can’t be used.',
  email: 'The provider sent no email address. Ask for a scope that includes it, or allow users without one.',
}

/** What to do about errors of the protocol (RFC 6749, 4.1.2.1 and 5.2). */
const hints: Readonly<Record<string, string>> = {
  invalid_client: 'Check the client ID and the client secret.',
  unauthorized_client: 'Allow the authorization code flow for this client at the provider.',
  invalid_grant: 'The code was used already or has expired, or the callback URL differs from the one registered at the provider.',
  redirect_uri_mismatch: 'Register the callback URL at the provider exactly as shown.',
  invalid_scope: 'Remove scopes that the provider doesn’t offer.',
  access_denied: 'Sign-in was cancelled, or this account isn’t allowed to use the app.',
}

export const hintOf = (code: string | null): string | undefined => (code !== null && Object.hasOwn(hints, code) ? hints[code] : undefined)

export const signInTestOutcomeText = {
  idToken: 'ID token',
  errorCode: 'Error code',
  usersSee: 'Users see',
  userIDProvider: 'User ID at the provider',
  emailAddresses: 'Email addresses',
  notVerified: 'Not verified',
  noTokens: 'No tokens',
  claims: 'Claims',
  claims2: 'claims',
} as const

export const signInTestPageText = {
  testSignIns: 'test sign-ins',
} as const
