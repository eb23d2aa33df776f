export const arrayValueText = {
  noEntries: 'No elements',
  showMore: (count: string) => `Show ${count} more`,
} as const

export const bytesValueText = {
  truncated: ' shown (truncated)',
  showMore: 'Show more',
  imageAlt: 'Image preview of the bytes',
  notAnImage: 'This starts like an image but can’t be displayed as one.',
} as const

export const cellPanelText = {
  value: 'Value',
  row: (number: string) => ` · row ${number}`,
  copyValue: 'Copy value',
  hideValuePanel: 'Hide value panel',
  noValue: 'No value',
  valueOf: (column: string) => `Value of ${column}`,
  truncated: (shown: string, all: string) => `Showing the first ${shown} of ${all}. Results truncate longer values.`,
  noCell: 'Select a cell to see its value here.',
  null: 'NULL',

  emptyText: 'Empty string',
  showMore: (left: string) => `Show more (${left} characters left)`,
  length: (shown: string, count: number) => `${shown} ${count === 1 ? 'character' : 'characters'}`,
} as const
