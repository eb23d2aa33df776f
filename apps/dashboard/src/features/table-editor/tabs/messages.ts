export const tabStripText = {
  preview: ' (preview, double-click to keep)',
  openTables: 'Open tables',
} as const

export const useTabsText = {
  dropped: (name: string) => `${name} was dropped, so its tab was closed`,
} as const
