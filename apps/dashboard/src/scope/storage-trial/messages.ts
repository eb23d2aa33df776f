export const explainText = {
  publicBucket: 'The bucket is public: anyone with the URL can read its files.',
  taken: {
    upload: 'A file with this name exists, so only replacing it (upsert) works.',
    move: 'A file with the new name exists.',
  },
  unbound: {
    off: 'Row-level security is off, so policies do nothing.',
    bypasses: 'This role bypasses row-level security.',
    owner: 'This role owns the table, so policies don’t apply to it.',
  },
  missing: (command: string) => `No ${command} policy applies to this role.`,
  notMet: (command: string, row: 'before' | 'after') =>
    `No ${command} policy is true for ${row === 'after' && command !== 'INSERT' ? 'the changed file' : 'this file'}.`,
  restricted: (name: string, command: string) => `The restrictive policy “${name}” refuses ${command}.`,
  failed: (name: string, error: string) => `“${name}” fails: ${error}.`,
  nothing: 'The database changed no row. A trigger may keep it back.',
} as const
