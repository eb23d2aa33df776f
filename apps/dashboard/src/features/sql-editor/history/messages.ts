export const keptRunsText = {
  leftPage: 'Cancelled because you left the page before it finished',
} as const

export const recentRunsText = {
  recentRuns: 'Recent runs',
  searchRuns: 'Search runs',
  searchPlaceholder: 'Search queries and errors',
  clearAll: 'Clear all',
  emptyTitle: 'No runs yet',
  noMatch: 'No matching runs',
  emptyBody: 'This browser stores your runs for one day, with the first megabyte of each result.',
  runs: 'Runs',
  insert: 'Insert',
  runAgain: 'Run again',
  onlyLast: (shown: number) => `Showing the last ${shown}. Search to find earlier runs.`,
  allRuns: 'All runs',
  clearTitle: 'Clear all recent runs?',
  clearBody: 'Deletes the queries and results of these runs from this browser. Your snippets stay.',
  clear: 'Clear runs',
} as const
