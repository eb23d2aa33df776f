export const callbackUrlText = {
  callbackURL: 'callback URL',
  callbackURLSettingsYour: 'Callback URL, for the settings of your app at the provider',
} as const

export const providersPageText = {
  signProviders: 'Sign In / Providers',
  waysWhichYourUsers: 'The ways in which your users can sign in.',
  signProviders2: 'Sign-in providers',
} as const
