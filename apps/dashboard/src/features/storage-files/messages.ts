import { formatBytes, formatNumber } from '../../lib/bytes.ts'

export const countOf = (count: number, noun: string): string => `${formatNumber(count)} ${count === 1 ? noun : `${noun}s`}`

export const pageText = {
  area: 'Storage',
  title: (bucket: string) => `Files in ${bucket}`,
  noRight: { title: 'You don’t have access', text: 'Ask an owner of the organization for a role that can use storage.' },
  loading: 'Loading files',
  loadFailed: 'Failed to load files',
  loadingFile: 'Loading file',
} as const

export const toolbarText = {
  folders: 'Folders',
  foldersIn: (place: string) => `Folders in ${place}`,
  more: 'Show more',
  isPublic: 'Public',
  search: 'Search this bucket',
  searchPlaceholder: 'Search',
  view: 'View',
  views: { list: 'List', grid: 'Grid', columns: 'Columns' },
  sort: 'Sort',
  sortBy: 'Sort by',
  orders: {
    name: 'Name (A to Z)',
    '-name': 'Name (Z to A)',
    '-updated_at': 'Last modified (newest first)',
    updated_at: 'Last modified (oldest first)',
    '-created_at': 'Created (newest first)',
    created_at: 'Created (oldest first)',
  },
  refresh: 'Refresh',
  newFolder: 'New folder',
  upload: 'Upload',
  uploadFiles: 'Files',
  uploadFolder: 'Folder',
  filePicker: 'Files to upload',
  folderPicker: 'Folder to upload',
} as const

/** Names each action the same way in menus, toolbars and the preview. */
export const actionText = {
  open: 'Open',
  preview: 'Preview',
  download: 'Download',
  downloadZip: 'Download as ZIP',
  copyUrl: 'Copy URL',
  createSignedUrl: 'Create signed URL',
  test: 'Test access',
  rename: 'Rename',
  move: 'Move',
  copyTo: 'Copy to',
  copy: 'Copy',
  editDetails: 'Edit details',
  remove: 'Delete',
  cancel: 'Cancel',
  deleteKey: 'Del',
} as const

export const selectionText = {
  label: 'Selection',
  clear: 'Clear selection',
  selected: (count: number) => `${countOf(count, 'item')} selected`,
} as const

export const listText = {
  label: 'Files',
  foundLabel: 'Files found',
  empty: { title: 'No files here yet', text: 'Drop files or folders here, or choose them from your computer.' },
  emptyReadOnly: { title: 'No files here yet', text: 'You can view files in this bucket, but you can’t upload any.' },
  noMatch: { title: 'No matching files', text: 'No file name in this bucket matches your search.', action: 'Clear search' },
  count: (count: number, hasMore: boolean) => (hasMore ? `First ${countOf(count, 'item')}` : countOf(count, 'item')),
  cut: (shown: number) => `Showing the first ${formatNumber(shown)} files. Narrow your search to see others.`,
  gone: { title: 'Bucket not found', text: 'It may have been deleted, or the link may be wrong.', back: 'All buckets' },
  dropHere: (folder: string) => `Drop to upload to ${folder}`,
} as const

export const renameText = {
  title: (name: string) => `Rename ${name}`,
  label: 'New name',
  submit: 'Rename',
  done: (name: string) => `Renamed to ${name}`,
  empty: 'Enter a name',
  slash: 'Names can’t contain a slash. To change the folder, use Move.',
  taken: 'A file with this name already exists.',
} as const

export const moveText = {
  title: (count: number) => `Move ${countOf(count, 'item')}`,
  submit: 'Move here',
  done: (count: number, folder: string) => `${countOf(count, 'item')} moved to ${folder}`,
  subject: 'move',
  taken: 'A file with the same name already exists in that folder. Rename one of them first.',
  folders: 'Folders',
  parent: 'Parent folder',
  loadingFolders: 'Loading folders',
  more: 'Show more',
  noFolders: 'No folders here',
} as const

export const copyText = {
  title: (count: number) => `Copy ${countOf(count, 'item')}`,
  submit: 'Copy here',
  clipped: (count: number, key: string) => `${countOf(count, 'item')} copied. Paste into any folder with ${key}.`,
  paste: (count: number) => `Paste ${countOf(count, 'item')}`,
  done: (count: number, folder: string) => `${countOf(count, 'file')} copied to ${folder}`,
  subject: 'copy these files',
  tooMany: (most: number) => `You can copy up to ${formatNumber(most)} files at a time. Select fewer files or folders.`,
  noName: (name: string) => `That folder has too many copies of ${name}. Rename or delete some of them first.`,
} as const

export const detailsText = {
  title: (name: string) => `Edit ${name}`,
  type: 'Content type',
  typeHint: 'How browsers treat the file, such as image/png.',
  badType: 'Enter a type and a subtype, such as image/png',
  refusedType: (type: string) => `This bucket doesn’t allow ${type}`,
  cacheControl: 'Cache-Control',
  cacheControlHint: 'How long browsers and CDNs can cache the file, such as max-age=3600.',
  badCacheControl: 'Use letters, digits and punctuation, up to 1,000 characters',
  metadata: 'Metadata',
  metadataHint: 'Your own data about the file, as a JSON object.',
  badMetadata: 'Enter a JSON object, such as {"album": "2026"}',
  submit: 'Save details',
  done: 'Details saved',
} as const

export const factsText = {
  size: 'Size',
  bytes: (size: number) => `(${formatNumber(size)} bytes)`,
  type: 'Type',
  path: 'Path',
  copyPath: 'Copy path',
  created: 'Created',
  modified: 'Last modified',
  cacheControl: 'Cache-Control',
  etag: 'ETag',
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
  nothing: 'Nothing to delete. These files were already deleted.',
} as const

export const downloadText = {
  subject: (name: string) => `download ${name}`,
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
  durations: { hour: '1 hour', day: '1 day', week: '1 week', month: '30 days', year: '1 year' },
  submit: 'Create signed URL',
  label: 'signed URL',
  copied: 'URL copied',
} as const

export const previewText = {
  label: (name: string) => `Preview of ${name}`,
  close: 'Close preview',
  content: 'Content',
  copyText: 'Copy text',
  tableLabel: 'Rows of the file',
  newTab: 'Open in new tab',
  none: 'No preview for this type of file',
  tooLarge: (limit: string) => `Too large to preview. You can preview files up to ${limit}.`,
  cut: (shown: string) => `Showing the first ${shown}.`,
  missing: {
    short: 'Content missing',
    title: 'The file’s content is missing',
    text: 'This entry was imported or restored without its content. Upload the file again, or delete the entry.',
    readOnly: 'This entry was imported or restored without its content.',
    upload: 'Upload file',
    remove: 'Delete entry',
    download: (name: string) => `The content of ${name} is missing, so it can’t be downloaded.`,
  },
  gone: { title: 'File not found', text: 'It may have been deleted or moved, or the link may be wrong.' },
  badImage: 'Your browser can’t display this image.',
  badMedia: 'Your browser can’t play this file.',
} as const

export const uploadText = {
  title: 'Uploads',
  running: (done: number, all: number) => `Uploading ${formatNumber(done)} of ${countOf(all, 'file')}`,
  paused: (left: number) => `Paused: ${countOf(left, 'file')} left`,
  asked: (count: number) => `${countOf(count, 'file')} already ${count === 1 ? 'exists' : 'exist'}`,
  finished: (done: number) => `${countOf(done, 'file')} uploaded`,
  failed: (count: number) => `${countOf(count, 'file')} failed to upload`,
  conflict: (count: number) => `${countOf(count, 'file')} already ${count === 1 ? 'exists' : 'exist'}. What do you want to do?`,
  replace: 'Replace',
  keepBoth: 'Keep both',
  skip: 'Skip',
  left: (left: number, all: number) =>
    `${formatNumber(left)} of ${countOf(all, 'file')} weren’t uploaded before the page reloaded. Upload them again and skip the ones that already exist.`,
  dismiss: 'Dismiss',
  pause: 'Pause uploads',
  resume: 'Resume uploads',
  retry: 'Retry failed uploads',
  showFiles: 'Show files',
  hideFiles: 'Hide files',
  cancel: 'Cancel uploads',
  close: 'Close',
  progress: 'Uploaded',
  bytes: (sent: number, all: number) => `${formatBytes(sent)} of ${formatBytes(all)}`,
  files: 'Files',
  more: (count: number) => `and ${formatNumber(count)} more`,
  states: {
    waiting: 'Waiting',
    uploading: 'Uploading',
    paused: 'Paused',
    done: 'Uploaded',
    failed: 'Failed',
    conflict: 'Already exists',
    skipped: 'Skipped',
  },
  connectionLost: 'The connection was lost',
  refused: (status: number) => `Storage refused the upload with status ${status}`,
} as const

export const lookText = {
  button: 'Look as',
  noRight: 'Your role is read-only. To look at files as a client of your app, ask an owner for the developer role.',
  description: 'See which files your policies show to a client of your app.',
  submit: 'Look as this client',
  visitor: 'a signed-out visitor',
  banner: (name: string) => `Looking as ${name}`,
  bannerText: 'You see only the files that policies allow. You can’t change files.',
  stop: 'Stop',
  empty: (name: string) => ({ title: 'No visible files', text: `Policies don’t let ${name} list any files in this folder.` }),
  hidden: (name: string) => `Hidden from ${name}`,
  hiddenText: 'Policies don’t let this client read the file, or the file was deleted.',
  hiddenPublic: 'Anyone can read the file by its URL, but no policy shows this client its details.',
  access: 'Access',
  list: 'List',
  read: 'Read',
  allowed: 'Allowed',
  refused: 'Refused',
  by: (names: readonly string[]) => `by ${names.map((name) => `“${name}”`).join(', ')}`,
  testing: 'Testing access',
  gone: 'File not found.',
  test: 'Test all operations',
} as const
