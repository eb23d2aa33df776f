import type { StorageAction } from '@colonnade/pg-meta/storage-trial'

export const testText = {
  tab: 'Test access',
  intro: 'See what a client can do with a file, and which policies decide. Nothing is changed: each test is rolled back.',
  noRight: { title: 'You can’t test policies', text: 'Your role is read-only. Ask an owner for the developer role.' },
  noBuckets: { title: 'No buckets yet', text: 'Create a bucket first to test who can use its files.' },
  who: 'Test as',
  bucket: 'Bucket',
  searchBuckets: 'Search buckets',
  noMatch: 'No matching buckets',
  path: 'File path',
  pathPlaceholder: 'folder/photo.png',
  pathHint: 'The file doesn’t have to exist.',
  movedTo: 'Move to',
  movedPlaceholder: 'folder/photo-moved.png',
  submit: 'Test access',
  pathMissing: 'Enter a file path',
  noBucket: 'This bucket was deleted.',
  results: (who: string) => `What ${who} can do`,
  there: (owner: string | null) => (owner === null ? 'The file exists and has no owner.' : `The file exists and belongs to ${owner}.`),
  notThere: 'The file doesn’t exist. Every operation except upload is tested as if this client had just uploaded it.',
  nothingYet: { title: 'Choose a client and a file', text: 'Each operation runs in the database as that client, then is rolled back.' },
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
