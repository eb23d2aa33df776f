export const gridText = {
  rowsOf: (table: string) => `Rows of ${table}`,
  opensRecord: 'Open a row to see all its fields.',
} as const

export const pageStatesText = {
  tableEditor: 'Table editor',
  tables: 'Tables',
  noTables: (schema: string) => `No tables in ${schema} yet`,
  newTable: 'New table',
  emptyBody: 'Create a table here, or import one from a file.',
  emptyReadOnly: 'Tables appear here when someone creates one.',
  chooseTitle: 'Choose a table',
  chooseBody: 'Select a table to see its rows. Press Enter to edit a cell, Shift+Space to select a row; right-click for more actions.',
  notFound: 'Table not found',
  gone: (name: string) => `${name} no longer exists`,
  showAllTables: 'Show all tables',
  closeTab: 'Close tab',
  goneBody: 'It was dropped, or the database role doesn’t have access to it.',
  opening: 'Opening table',
} as const

export const tableEditorPageText = {
  tableEditor: 'Table editor',
  tables: 'Tables',
  listWidth: 'Width of the table list',
  discardTitle: 'Discard unsaved changes?',
  discardAndClose: 'Discard and close',
  discardBody: (table: string | undefined) => `Closing the tab discards your unsaved changes to ${table ?? 'this table'}.`,
} as const
