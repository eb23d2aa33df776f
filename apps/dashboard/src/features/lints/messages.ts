export const adviceCardText = {
  advice: 'Advice',
  checkAgain: 'Check again',
  loadFailed: 'Failed to load advice',
  noIssuesFound: 'No issues found',
  noIssuesBody: 'Row-level security, indexes, views, functions and auth settings were checked just now.',
  findings: 'Findings',
  showFinding: 'Show finding',
  showAllFindings: (count: number) => `Show all ${count} findings`,
  loadingAdvice: 'Loading advice',
} as const

export const adviceSheetText = {
  all: 'All',
  security: 'Security',
  performance: 'Performance',
  advice: 'Advice',
  description: 'Ways to make this project safer or faster.',
  loadFailed: 'Failed to load advice',
  loadingAdvice: 'Loading advice',
  filter: 'Filter by category',
  noIssuesFound: 'No issues found',
  sql: 'SQL fix',
} as const

export const openPageLinkText = {
  openPolicies: 'Open policies',
  openSettings: 'Open settings',
  forDetail: (detail: string) => ` for ${detail}`,
} as const

export const reviewSqlLinkText = {
  reviewSql: 'Review SQL',
  forFinding: (title: string) => ` for ${title}`,
} as const
