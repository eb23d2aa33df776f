export const explainText = {
  publicBucket: 'The bucket is public: anyone with the URL can read its files.',
  taken: {
    upload: 'A file with this name exists, so only replacing it (upsert) works.',
    move: 'A file with the new name exists.',
  },
  notMet: (command: string, row: 'before' | 'after') =>
    `No ${command} policy is true for ${row === 'after' && command !== 'INSERT' ? 'the changed file' : 'this file'}.`,
} as const
