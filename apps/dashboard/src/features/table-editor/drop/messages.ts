export const columnDeleteText = {
  column: 'column',
  columnDeleted: (name: string) => `Column ${name} deleted`,
  before: 'This permanently deletes the column and its values in all rows of',
} as const

export const tableDeleteText = {
  nothing: 'Nothing to delete',
  gone: 'This table no longer exists, or the database role doesn’t have access to it.',
  close: 'Close',
  allRows: ' and all its rows.',
  viewRows: '. The rows it shows aren’t affected.',
  foreignRows: '. Its rows stay on their server.',
  deleted: (name: string) => `${name} deleted`,
  before: 'This permanently deletes',
} as const
