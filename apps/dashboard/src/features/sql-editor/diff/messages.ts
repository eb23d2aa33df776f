export const conflictDialogText = {
  saveMineAsCopy: 'Save mine as a copy',
  keepRight: 'Keep the version on the right',
  yours: 'Yours',
} as const

export const conflictWordsCopy = {
  changedByYou: 'You changed it elsewhere',
  changedByYouTitle: (name: string) => `You also changed “${name}” elsewhere`,
  savedElsewhere: 'Saved elsewhere',
  otherVersion: 'Use the other version',
  changedBy: (who: string) => `Changed by ${who}`,
  changedByTitle: (who: string, name: string) => `${who} also changed “${name}”`,
  savedBy: (who: string) => `Saved by ${who}`,
  theirs: 'Use theirs',
  changedByYouBody:
    'Left: what you saved elsewhere. Right: your changes in this window, which you can edit here. Keeping the right version replaces the other, which stays in the version history. You can undo using the other version in the editor.',
  changedByBody: (who: string) =>
    `Left: what ${who} saved. Right: your version, which you can edit here. Keeping the right version replaces theirs, which stays in the version history. You can undo using their version in the editor.`,
} as const
