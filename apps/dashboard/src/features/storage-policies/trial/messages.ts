import type { StorageAction } from '@colonnade/pg-meta/storage-trial'

export const testText = {
  tab: 'Test access',
  intro: 'See what a client can do with a file, and which policy decides. Everything is rolled back.',
  noRight: { title: 'You can’t test policies', text: 'Your role can only read. Ask an owner for the developer role.' },
  noBuckets: { title: 'No buckets yet', text: 'Create a bucket first to test who can use its files.' },
  who: 'As',
  bucket: 'Bucket',
  path: 'Path of the file',
  pathHint: 'The file doesn’t have to exist.',
  movedTo: 'Move to',
  submit: 'Test access',
  pathMissing: 'Enter the path of a file',
  noBucket: 'This bucket was deleted.',
  results: (who: string) => `What ${who} can do`,
  there: (owner: string | null) => (owner === null ? 'The file exists and has no owner.' : `The file exists and belongs to ${owner}.`),
  notThere: 'The file doesn’t exist. All but the upload is tested as if this client had just uploaded it.',
  nothingYet: { title: 'Choose a client and a file', text: 'Each operation is tried in the database as that client, then rolled back.' },
  changedFile: 'for the changed file',
} as const

export const actionHints: Readonly<Record<StorageAction, { readonly title: string; readonly hint: string }>> = {
  list: { title: 'List', hint: 'list()' },
  read: { title: 'Read', hint: 'download(), createSignedUrl()' },
  upload: { title: 'Upload', hint: 'upload()' },
  replace: { title: 'Replace', hint: 'upload() with upsert, update()' },
  move: { title: 'Move', hint: 'move()' },
  delete: { title: 'Delete', hint: 'remove()' },
}
