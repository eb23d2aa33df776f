export const sqlWorkbenchText = {
  resultsHeight: 'Height of the results',
} as const
