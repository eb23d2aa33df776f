import { formatBytes, formatNumber } from '../../lib/bytes.ts'

export const countOf = (count: number, noun: string): string => `${formatNumber(count)} ${count === 1 ? noun : `${noun}s`}`

export const listText = {
  empty: { title: 'No files here yet', text: 'Drop files or folders here, or choose them from your computer.' },
  emptyReadOnly: { title: 'No files here yet', text: 'You can read files of this bucket, but not upload any.' },
  noMatch: { title: 'No matching files', text: 'No file of this bucket has that in its name.' },
  count: (count: number, hasMore: boolean) => (hasMore ? `First ${countOf(count, 'item')}` : countOf(count, 'item')),
  cut: (shown: number) => `Showing the first ${formatNumber(shown)} files. Narrow the search to see others.`,
  gone: { title: 'There is no such bucket', text: 'It was deleted, or the link is wrong.', back: 'All buckets' },
  dropHere: (folder: string) => `Drop to upload to ${folder}`,
} as const

export const renameText = {
  title: (name: string) => `Rename ${name}`,
  label: 'New name',
  submit: 'Rename',
  done: 'Renamed',
  empty: 'Enter a name',
  slash: 'A name can’t contain a slash. Move it to put it in another folder.',
  taken: 'There already is a file with this name.',
} as const

export const moveText = {
  title: (count: number) => `Move ${countOf(count, 'item')}`,
  submit: 'Move here',
  done: (count: number, folder: string) => `${countOf(count, 'item')} moved to ${folder}`,
  taken: (name: string) => `${name} already exists in that folder. Rename one of them first.`,
  noFolders: 'No folders in here',
} as const

export const copyText = {
  title: (count: number) => `Copy ${countOf(count, 'item')}`,
  submit: 'Copy here',
  clipped: (count: number, key: string) => `${countOf(count, 'item')} copied. Paste into any folder with ${key}.`,
  paste: (count: number) => `Paste ${countOf(count, 'item')}`,
  done: (count: number, folder: string) => `${countOf(count, 'file')} copied to ${folder}`,
  subject: 'copy these files',
  tooMany: (most: number) => `You can copy up to ${formatNumber(most)} files at a time. Select fewer files or folders.`,
  noName: (name: string) => `There are too many copies of ${name} in that folder. Rename or delete some of them first.`,
} as const

export const detailsText = {
  title: (name: string) => `Edit ${name}`,
  type: 'Content type',
  typeHint: 'How browsers treat the file, such as image/png.',
  badType: 'Enter a type and a subtype, such as image/png',
  refusedType: (type: string) => `This bucket doesn’t allow ${type}`,
  cacheControl: 'Cache-Control',
  cacheControlHint: 'How long browsers and CDNs may keep the file, such as max-age=3600.',
  badCacheControl: 'Use letters, digits and punctuation, up to 1,000 characters',
  metadata: 'Metadata',
  metadataHint: 'Your own data about the file, as a JSON object.',
  badMetadata: 'Enter a JSON object, such as {"album": "2026"}',
  submit: 'Save',
  done: 'Details saved',
  unchanged: 'Nothing changed',
} as const

export const ownerText = {
  label: 'Owner',
  none: 'No owner',
  noneHint: 'Uploaded with a secret key, or from this dashboard',
} as const

export const removeText = {
  title: (count: number, only: string | undefined) => (only === undefined ? `Delete ${countOf(count, 'item')}?` : `Delete ${only}?`),
  files: 'You can’t undo this.',
  folders: 'Deletes folders with everything in them. You can’t undo this.',
  confirm: (count: number) => (count === 1 ? 'Delete' : `Delete ${countOf(count, 'item')}`),
  done: (count: number) => `${countOf(count, 'file')} deleted`,
  nothing: 'Nothing was deleted: the files are gone already.',
} as const

export const zipText = {
  subject: 'download these files',
  started: (name: string, files: number, bytes: number) => `Downloading ${name}: ${countOf(files, 'file')}, ${formatBytes(bytes)}`,
} as const

export const folderText = { title: 'New folder', label: 'Name', submit: 'Create folder', done: 'Folder created' } as const

export const linkText = {
  title: (name: string) => `Signed URL for ${name}`,
  description: 'Anyone with this URL can read the file until it expires, without signing in.',
  expires: 'Expires after',
  submit: 'Create URL',
  label: 'signed URL',
  copied: 'URL copied',
} as const

export const previewText = {
  none: 'No preview for this type of file',
  tooLarge: (limit: string) => `Too large to preview. Previews show files up to ${limit}.`,
  cut: (shown: string) => `Showing the first ${shown}.`,
  missing: {
    short: 'Content missing',
    title: 'The file’s content is missing',
    text: 'Its entry was imported or restored without the content. Upload the file again, or delete the entry.',
    readOnly: 'Its entry was imported or restored without the content.',
    upload: 'Upload the file',
    remove: 'Delete the entry',
    download: (name: string) => `The content of ${name} is missing, so it can’t be downloaded.`,
  },
  gone: { title: 'There is no such file', text: 'It was deleted or moved, or the link is wrong.' },
  badImage: 'The browser can’t show this image.',
  badMedia: 'The browser can’t play this file.',
} as const

export const uploadText = {
  title: 'Uploads',
  running: (done: number, all: number) => `Uploading ${formatNumber(done)} of ${countOf(all, 'file')}`,
  paused: (left: number) => `Paused: ${countOf(left, 'file')} left`,
  asked: (count: number) => `${countOf(count, 'file')} already ${count === 1 ? 'exists' : 'exist'}`,
  finished: (done: number) => `${countOf(done, 'file')} uploaded`,
  failed: (count: number) => `${countOf(count, 'file')} failed`,
  conflict: 'What should happen with files that already exist?',
  replace: 'Replace',
  keepBoth: 'Keep both',
  skip: 'Skip',
  left: (left: number, all: number) =>
    `${formatNumber(left)} of ${countOf(all, 'file')} weren’t uploaded before the page was reloaded. Upload them again, and skip those that already exist.`,
} as const

export const lookText = {
  button: 'Look as',
  noRight: 'Your role can only read. To look at files as a client of your app, ask an owner for the developer role.',
  description: 'See the files that policies show to a client of your app.',
  submit: 'Look as this client',
  visitor: 'a visitor who isn’t signed in',
  banner: (name: string) => `Looking as ${name}`,
  bannerText: 'You see only the files that policies allow. You can’t change files.',
  stop: 'Stop',
  empty: (name: string) => ({ title: 'No files to see here', text: `Policies don’t let ${name} list any file in this folder.` }),
  hidden: (name: string) => `Hidden from ${name}`,
  hiddenText: 'Policies don’t let this client read the file, or it was deleted.',
  hiddenPublic: 'Anyone can read the file by its URL, but no policy shows its details to this client.',
  access: 'Access',
  list: 'List',
  read: 'Read',
  allowed: 'Allowed',
  refused: 'Refused',
  by: (names: readonly string[]) => `by ${names.map((name) => `“${name}”`).join(', ')}`,
  test: 'Test all operations',
} as const
