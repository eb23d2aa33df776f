export const importFilesText = {
  tooManyFiles: (limit: number) => `the limit is ${limit} at a time`,
  tooLarge: (limit: string) => `larger than ${limit}, the limit for a snippet`,
  files: (count: number) => `${count} files`,
  notUtf8: 'not a UTF-8 text file',
} as const

export const keptSnippetsText = {
  snippets: 'Snippets',
  description: 'You can read and copy them now. To edit or run them, the database must be active.',
  searchSnippets: 'Search snippets',
  search: 'Search',
  failedLoadSnippets: 'Failed to load snippets',
  in: (folder: string) => ` in ${folder}`,
  noMatch: (search: string) => `No snippets match “${search}”.`,
  onlyFirst: (shown: number) => `Showing the first ${shown}. Search to find others.`,
  failedLoadSnippet: 'Failed to load the snippet',
  snippet: 'snippet',
} as const

export const libraryListText = {
  snippets: 'Snippets',
} as const

export const libraryRowText = {
  favorite: 'favorite',
  sharedWithProject: 'shared with the project',
  actions: (name: string) => `Actions for ${name}`,
  newName: (current: string) => `New name of ${current}`,
} as const

export const libraryText = {
  moveTask: (name: string) => `move ${name}`,
  folderStays: (name: string, section: string) =>
    `You can’t move the folder ${name} to another section. Share its snippets one by one, or move it within ${section}.`,
  newSnippet: 'New snippet',
  searchSnippets: 'Search snippets',
  search: 'Search',
  viewAndFiles: 'View and files',
  sortBy: 'Sort by',
  name: 'Name',
  lastModified: 'Last modified',
  importSqlFiles: 'Import .sql files…',
  importFolder: 'Import folder…',
  exportAll: 'Export all as one file',
  tags: 'Tags',
  failedLoadSnippets: 'Failed to load snippets',
  failedSearchSnippets: 'Failed to search snippets',
  folderToImport: 'Folder to import',
  filesToImport: 'Files to import',
  noMatch: (search: string) => `No snippets match “${search}”.`,
  onlyFirst: (shown: number) => `Showing the first ${shown}. Refine your search to find others.`,
  empty: 'Your queries are saved here automatically, private until you share them. Drop .sql files here to import them.',
  found: (count: number) => `${count} found`,
  readFilesTask: 'read the files',
} as const

export const snippetActionsText = {
  linkCopied: 'Link copied',
  deleted: (name: string) => `${name} deleted`,
  undo: 'Undo',
  copyTask: 'save a copy',
  unfavoriteTask: 'remove it from favorites',
  restoreTask: 'restore it',
  copyName: (name: string) => `${name} (copy)`,
  favoriteTask: 'add to favorites',
} as const

export const snippetDialogsText = {
  moveTitle: (name: string) => `Move “${name}”`,
  moveFolderTitle: (path: string) => `Move folder “${path}”`,
  folder: 'Folder',
  folderHint: 'Use slashes for subfolders, as in reports/monthly. A new name creates the folder. Leave it empty to keep the snippet outside folders.',
  move: 'Move',
  tagsTitle: (name: string) => `Tags of “${name}”`,
  tags: 'Tags',
  tagsHint: 'Separate tags with commas. Filter the library by tag at the top of the list.',
  saveTags: 'Save tags',
  shareTitle: (name: string) => `Share “${name}” with the project?`,
  makePrivateTitle: (name: string) => `Make “${name}” private?`,
  shareBody: 'Everyone who can read the project’s database can see this snippet and its versions. Everyone who can change the database can edit it.',
  makePrivateBody: 'Only you can see it. It disappears for everyone else, and links to it stop working.',
  share: 'Share',
  makePrivate: 'Make private',
  deleteTitle: (name: string) => `Delete “${name}”?`,
  deleteSharedBody: 'It’s shared with the project. This deletes it, and all its versions, for everyone.',
  deleteBody: 'This also deletes its versions. You can undo right after, but the versions are lost.',
  delete: 'Delete',
  cancel: 'Cancel',
} as const

export const snippetMenuText = {
  open: 'Open',

  rename: 'Rename',
  duplicate: 'Duplicate',
  moveTo: 'Move to…',
  tags: 'Tags…',
  removeFromFavorites: 'Remove from favorites',
  addFavorites: 'Add to favorites',
  shareWithProject: 'Share with the project…',
  makePrivate: 'Make private…',
  copyLink: 'Copy link',
  downloadSql: 'Download .sql',
  versions: 'Versions…',

  delete: 'Delete…',
  downloadAsOneFile: 'Download as one .sql file',
} as const

export const snippetTreeText = {
  project: 'Shared with the project',
  favorites: 'Favorites',
  private: 'Private',
} as const

export const useImportText = {
  imported: (count: number) => `${count} ${count === 1 ? 'file' : 'files'} imported`,
  notImported: (problems: string) => `Not imported: ${problems}`,
  noSqlFile: 'No .sql files found',
} as const

export const versionsDialogText = {
  restored: (name: string, number: number) => `“${name}” restored to version ${number}`,
  undo: 'Undo',
  title: (name: string) => `Versions of “${name}”`,
  restoreVersion: (number: number) => `Restore version ${number}`,
  versions: 'Versions',
  version: (number: number) => `Version ${number}`,
  current: ' · current',
  noEarlier: (minutes: number) =>
    `No earlier versions yet. Changes by one person within ${minutes} minutes count as one version, unless much of the snippet changes.`,

  currentVersion: 'Current version',
  restore: 'Restore',
} as const
