/** Errors of table copies. A table is named by its schema and name. */
export const messages = {
  inProgress: 'A table is being copied from a branch. Wait until the copy has finished, or cancel it.',
  ended: 'The copy has already ended',
  committing: 'The copy is about to finish. You can no longer cancel it.',
  changesProject: 'a copied table changes it',
  noTable: (table: string) => `The branch has no table ${table} that the role postgres owns. It may have been dropped or renamed there.`,
  noSchema: (schema: string) => `The project has no schema “${schema}” in which the role postgres can create tables. Create the schema first.`,
  taken: (name: string) => `The name “${name}” is already in use in that schema. Choose another name.`,
  missing: (problem: string) => `Something that the table needs is missing in the project: ${problem}. Create it there, then try again.`,
  readOnly: 'The project’s database is read-only, so no table can be created. Make it writable, then try again.',
  rowsDiffer: (sent: number, written: number) => `The branch sent ${sent} rows, but ${written} were written`,
  unchanged: 'Nothing was copied',
  interrupted: 'The transaction of an interrupted copy hasn’t ended yet',
} as const
