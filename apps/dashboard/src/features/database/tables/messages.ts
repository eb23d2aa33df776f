/** Texts of the table drawer. */
export const tableText = {
  addColumn: 'Add column',
  newIndex: 'New index',
  newPolicy: 'New policy',
  nullable: 'Nullable',
  references: 'References',
  yes: 'Yes',
  no: 'No',
} as const
