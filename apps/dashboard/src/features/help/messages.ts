export const healthSummaryText = {
  down: 'Colonnade isn’t responding',
  checking: 'Checking all systems…',
  platformUp: 'All platform systems operational',
  projectUnknown: 'The platform is operational, but this project can’t be checked',
  allUp: 'All systems and this project operational',
} as const

export const helpButtonText = {
  help: 'Help',
  loading: 'Loading',
} as const

export const helpPanelText = {
  help: 'Help',
  apiReference: 'API reference',
  opensNewTab: '(opens a new tab)',
  contactSupport: 'Contact support',
  myTickets: 'My tickets',
  installationInbox: 'Inbox of this installation',
  keyboardShortcuts: 'Keyboard shortcuts',
  version: (version: string) => `Version ${version}`,
} as const
