export const sqlEditorPageText = {
  sqlEditor: 'SQL editor',
  snippets: 'Snippets',
  templates: 'Templates',
  recentRuns: 'Recent runs',
  listWidth: 'Width of the snippet list',
} as const
