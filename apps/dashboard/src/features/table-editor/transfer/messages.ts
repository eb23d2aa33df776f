export const importButtonText = {
  importFile: 'Import file',
} as const

export const transferButtonsText = {
  importRows: 'Import rows',
  import: 'Import',
  exportSelectedRows: 'Export selected rows',
  exportRows: 'Export rows',
  export: 'Export',
} as const

export const transfersText = {
  dropInto: (name: string) => `Drop to import into ${name} or a new table`,
  dropIntoNew: 'Drop to import into a new table',
} as const
