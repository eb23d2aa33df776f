export const documentPaneText = {
  openFailed: 'Failed to open the snippet',
} as const

export const missingDocumentText = {
  title: 'Snippet not found',
  close: 'Close',
  newSnippet: 'New snippet',
  body: 'It was deleted, or it’s private to someone else. Ask the person who sent you the link to share it with the project.',
} as const

export const nameFieldText = {
  name: 'Name',
  rename: 'Rename',
} as const

export const saveNoteText = {
  lostHint: 'Neither the server nor this browser could save your changes. Copy them before you close the page.',
  lost: 'Not saved anywhere: copy it',
  saving: 'Saving…',
  delayedHint: (error: string) => `${error}. Your changes are stored in this browser and saved as soon as possible.`,
  offline: 'Offline: stored in this browser',
  delayed: 'Not saved yet: stored in this browser',
  refusedHint: (error: string) => `${error}. Your changes are stored in this browser.`,
  notSaved: (error: string) => `Not saved: ${error}`,
  conflictHint: 'Your changes are stored in this browser until you decide.',
  compare: 'Compare',
  goneHint: 'It was deleted or is no longer shared with you. Your changes are stored in this browser.',
  gone: 'No longer in the project',
  saveCopy: 'Save as a copy',
  readOnlyHint: (owner: string) => `${owner} owns this snippet. You can run it, or duplicate it to make changes.`,
  readOnly: 'Read-only',
  duplicateEdit: 'Duplicate to edit',
  notSavedYet: 'Not saved yet',
  saved: 'Saved',
  edited: 'Edited',
} as const

export const sendableText = {
  tooLong: (limit: string) => `Larger than ${limit}, the limit for a snippet`,
} as const
