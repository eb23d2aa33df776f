export const editorPanelButtonText = {
  editorPanel: (shortcut: string) => `Editor panel (${shortcut})`,
} as const

export const editorPanelText = {
  editorPanel: 'Editor panel',
} as const

export const panelBodyText = {
  editor: 'Editor',
  openInSqlEditor: 'Open in SQL editor',
  closePanel: 'Close panel',
  openTask: 'open it in the SQL editor',
  snippetName: (date: string, time: string) => `Panel, ${date} ${time}`,
} as const

export const panelGateText = {
  noAccess: 'Your role can’t read this project’s database',
  notActive: 'The project isn’t active, so its database is unavailable',
} as const
