export const pageText = {
  title: 'Storage',
  description: 'Limits, image transformations and S3 access of the project’s files.',
} as const

export const limitsText = {
  title: 'Uploads and features',
  description: 'Changes apply from the next request.',
  limit: 'Upload file size limit',
  limitHint: 'The largest file that anyone can upload, up to 500 GB. Buckets can set a lower limit.',
  limitWrong: 'Enter a number greater than 0',
  limitTooLarge: 'Use at most 500 GB',
  images: 'Image transformations',
  imagesHint: 'Resizes and converts images on request, by URL.',
  s3: 'S3 protocol',
  s3Hint: 'S3 tools and libraries can read and write files with access keys.',
  saved: 'Storage settings saved',
} as const

export const s3Text = {
  title: 'S3 connection',
  description: 'Where S3 tools and libraries find the project’s files.',
  off: 'The S3 protocol is off. Turn it on above to use this endpoint.',
  endpoint: 'Endpoint, for path-style addresses',
  root: 'Endpoint for tools that don’t accept a path, such as restic and mc. The access key tells which project you mean.',
  region: 'Region, for tools that need one. Any other works too.',
  snippets: 'Code',
} as const

export const keysText = {
  title: 'S3 access keys',
  description: 'Credentials for S3 tools and libraries.',
  none: 'No access keys yet.',
  create: 'New access key',
  createTitle: 'New S3 access key',
  label: 'Description',
  labelHint: 'Which tool or server uses it.',
  actsAs: 'Access',
  everything: 'All files, past policies',
  oneUser: 'What policies allow one user',
  userId: 'User ID',
  userIdWrong: 'Enter the ID of a user of the project',
  submit: 'Create access key',
  freshTitle: 'Save your secret key',
  freshText: 'Colonnade shows the secret only once. Store it now; you can’t see it again.',
  revoke: 'Revoke',
  revokeTitle: (name: string) => `Revoke ${name}?`,
  revokeText: 'Clients that use this access key are refused from now on.',
  revoked: 'Access key revoked',
  neverUsed: 'Never used',
  full: (most: number) => `A project can have ${most} access keys. Revoke one first.`,
} as const

export const spaceText = {
  title: 'Space by bucket',
  description: 'Without backups. Branches share files that haven’t changed.',
  none: 'No bucket has files yet.',
  asleep: 'The project is asleep. Wake it up to see its buckets.',
  wake: 'Wake up',
} as const
