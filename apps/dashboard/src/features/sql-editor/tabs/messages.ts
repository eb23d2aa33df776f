export const editorTabsText = {
  openSnippets: 'Open snippets',
  notSaved: 'not saved',
  newSnippet: (modifier: string) => `New snippet (${modifier} Alt T)`,
} as const
