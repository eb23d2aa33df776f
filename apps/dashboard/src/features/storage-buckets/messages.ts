import { formatBytes, formatNumber } from '../../lib/bytes.ts'

export const pageText = {
  title: 'Buckets',
  description: 'Buckets hold the files of your project. Policies decide who can read and change them.',
  asleep: { title: 'This project is asleep', text: 'Wake it up to see its buckets.', action: 'Wake up' },
  noRight: { title: 'You don’t have access', text: 'Ask an owner of the organization for a role that can use storage.' },
  empty: {
    title: 'No buckets yet',
    text: 'Create a bucket to store images, videos, documents and any other files of your app.',
  },
  search: 'Search buckets',
  create: 'New bucket',
  loading: 'Loading buckets',
  loadFailed: 'Failed to load buckets',
  noMatch: { title: 'No matching buckets', text: 'No bucket name matches your search.' },
} as const

export const tableText = {
  label: 'Buckets',
  columns: { name: 'Name', files: 'Files', size: 'Size', limit: 'File size limit', types: 'Allowed types', policies: 'Policies' },
  isPublic: 'Public',
  content: (files: number | null, bytes: number | null) => `${filesText(files)} ${files === 1 ? 'file' : 'files'} · ${sizeText(bytes)}`,
  projectLimit: 'Project limit',
  anyType: 'Any',
  sharedPolicies: (count: number) => `Includes ${count} that ${count === 1 ? 'applies' : 'apply'} to all buckets`,
  actionsOf: (name: string) => `Actions for ${name}`,
  edit: 'Edit bucket',
  empty: 'Empty bucket',
  remove: 'Delete bucket',
} as const

export const formText = {
  newTitle: 'New bucket',
  editTitle: (name: string) => `Edit ${name}`,
  cancel: 'Cancel',
  create: 'Create bucket',
  created: 'Bucket created',
  save: 'Save bucket',
  saved: 'Bucket saved',
  name: 'Name',
  namePlaceholder: 'avatars',
  limit: 'File size limit',
  unit: 'Unit',
  types: 'Allowed types',
  typesPlaceholder: 'image/*, application/pdf',
  migrationLabel: 'migration',
  nameHint: 'Clients use this name in URLs. You can’t change it later.',
  publicLabel: 'Public bucket',
  publicHint: 'Anyone with a file’s URL can read it without signing in. Uploading, changing, deleting and listing files still need a policy.',
  privateHint: 'Reading a file needs a policy or a signed URL.',
  limitHint: (projectLimit: string) => `Leave empty to use the project’s limit, ${projectLimit}.`,
  typesHint: 'Separate types with commas, such as image/*, application/pdf. Leave empty to allow any type.',
  migration: 'SQL for a migration',
  nameMissing: 'Enter a name',
  nameTaken: 'This project already has a bucket with this name.',
  nameTooLong: 'Use at most 100 characters',
  nameWrong: "Use letters, digits, spaces and these characters: ! - . * ' ( ) & $ @ = ; : + , ?",
  limitWrong: 'Enter a number greater than 0',
  limitTooLarge: (projectLimit: string) => `The project’s limit is ${projectLimit}. Raise it in the storage settings first.`,
  typeWrong: (type: string) => `“${type}” isn’t a valid type. Use a type such as image/png or image/*.`,
} as const

export const filesText = (files: number | null): string => (files === null ? 'Many' : formatNumber(files))
export const sizeText = (bytes: number | null): string => (bytes === null ? '–' : formatBytes(bytes))

const contentText = (files: number | null, bytes: number | null): string =>
  files === null || bytes === null
    ? 'all its files'
    : `${files === 1 ? 'its only file' : `all its ${formatNumber(files)} files`} (${formatBytes(bytes)})`

export const emptyText = {
  title: (name: string) => `Empty ${name}?`,
  description: (files: number | null, bytes: number | null) =>
    `Deletes ${contentText(files, bytes)}. The bucket and its policies stay. You can’t undo this.`,
  confirm: 'Empty bucket',
  done: 'Bucket emptied',
} as const

export const deleteText = {
  title: (name: string) => `Delete ${name}?`,
  description: (files: number | null, bytes: number | null) =>
    files === 0
      ? 'The bucket is empty. Its policies stay until you delete them.'
      : `Deletes the bucket and ${contentText(files, bytes)}. You can’t undo this.`,
  confirm: 'Delete bucket',
  done: 'Bucket deleted',
  stillEmptying: 'Storage is still deleting this bucket’s files. Try again in a moment.',
} as const
