export const keptPlacesText = {
  failed: (error: string) => `Couldn’t save the table positions. ${error}`,
  rearranged: 'Diagram rearranged',
  undo: 'Undo',
} as const
