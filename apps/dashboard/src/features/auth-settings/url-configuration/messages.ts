export const redirectTesterText = {
  testRedirect: 'Test a redirect',
  usesValuesAboveEven: 'Uses the values above, even before you save them.',
  urlRedirect: 'URL to redirect to',
  notAllowed: 'Not allowed. ',
  usersWouldGoSite: 'Users would go to the site URL instead.',
} as const

export const verdictTextCopy = {
  isntURLBrowsersOpen: 'Browsers can’t open this URL as written.',
  uRLsSchemeCanRun: 'URLs of this scheme can run code, so they are never allowed.',
  hasUserNameBefore: 'The URL has a user name before the host, so it can look like another site.',
  ipAddressesOnlyAllowed: 'Only loopback IP addresses are allowed, in their usual form.',
  neitherBelowSiteURL: 'The URL is neither below the site URL nor matched by a pattern.',
  allowedSiteURL: 'Allowed by the site URL',
  allowedPattern: 'Allowed by the pattern',
} as const
