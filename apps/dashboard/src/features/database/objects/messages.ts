/** Texts that all kinds of database objects share. */
export const objectText = {
  sql: 'SQL',
  openEditor: 'Open in editor panel',
  dependents: 'Dependents',
  awaited: 'its dependents',
  /** Postgres doesn't look into the bodies of functions, so that some forms say what it found none of. */
  noDependents: 'Nothing depends on it',
  canDelete: (none: string) => `${none}, so you can delete it safely.`,
  affected: 'Deleting it also deletes or breaks:',
  owner: 'Owner',
  creator: 'The role that creates it',
  searchRoles: 'Search roles',
  noRole: 'No matching roles',
} as const
