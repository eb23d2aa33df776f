export const realtimeText = {
  title: 'Realtime',
  on: 'Realtime on',
  off: 'Realtime off',
  text: 'Clients can follow changes to rows of this table, as far as its policies let them read.',
} as const

export const rlsText = {
  newPolicy: 'New policy',
  noPolicies: 'No policies yet. Only roles that bypass RLS can read or change rows.',
  unused: (policies: string) => `It has ${policies}. They take effect once RLS is on:`,
} as const

export const definitionButtonText = {
  definitionOf: (name: string) => `Definition of ${name}`,
  definition: 'Definition',
  codeLabel: 'definition',
  openInSqlEditor: 'Open in SQL editor',
  runsAs: (owner: string) => `Runs as ${owner}`,
  refreshed: (name: string) => `${name} refreshed`,
  refreshTask: (name: string) => `refresh ${name}`,
  refreshMaterializedView: 'Refresh materialized view',
  invoker: 'security_invoker is on: the view reads its tables with the privileges and policies of the querying role.',
} as const

export const noRowsForRoleText = {
  seesNoRows: (role: string, table: string) => `${role} sees no rows of ${table}`,
  othersMaySee: 'Other roles may see rows.',
  whyAndOthers: (why: string) => `${why}. Other roles may see rows.`,
} as const

export const policiesListText = {
  policies: 'Policies',
  restrictive: 'restrictive',
  for: (value: string) => `for ${value}`,
  using: 'using',
} as const

export const rlsBadgeText = {
  noRls: 'No RLS',
  rowLevelSecurity: 'Row-level security',
  policies: (count: string) => `RLS, ${count}`,
  rlsOn: 'Row-level security is on',
  rlsOff: 'Row-level security is off',
  disableMenu: 'Disable RLS…',
  enableMenu: 'Enable RLS…',
  disableTitle: (table: string) => `Disable row-level security on ${table}?`,
  enableTitle: (table: string) => `Enable row-level security on ${table}?`,
  disable: 'Disable RLS',
  enable: 'Enable RLS',
} as const

export const rowAccessText = {
  noSelect: (role: string) => `${role} has no SELECT privilege, so it can’t read any rows`,
  materializedView: 'Materialized views have no policies: every row is shown',
  rlsOff: 'RLS is off: every row is shown',
  bypasses: (role: string) => `${role} bypasses RLS: every row is shown`,
  owner: (role: string) => `${role} owns the table and RLS isn’t forced: every row is shown`,
  noPolicy: 'RLS is on and no policy applies: no rows are shown',
  onlyRestrictive: 'Only restrictive policies apply and none grants access: no rows are shown',
  policiesApplied: (count: number) => `${count} policies applied`,
  partial: (role: string) => `${role} is missing some privileges`,
} as const

export const viewerStripText = {
  viewing: 'Viewing as',
  roleGone: (role: string) => `The role ${role} no longer exists`,
  whyTheseRows: 'Why these rows',
  why: 'Why',
  claimsToken: 'Token claims',
  backToPostgres: 'Back to postgres',
} as const
