export const arrayEditorText = {
  moveUp: (name: string) => `Move ${name} up`,
  moveDown: (name: string) => `Move ${name} down`,
  remove: (name: string) => `Remove ${name}`,
  tooMany: (count: number) => `${count} more elements. Edit them as text.`,
  addTo: (label: string) => `Add to ${label}`,
  add: 'Add',
} as const

export const bytesEditorText = {
  hex: 'Hex',
  base64: 'Base64',
  notValidBase64: 'Not valid base64',
  tooLarge: 'The file is larger than 4 MB',
  xdeadbeef: '\\xdeadbeef',
  encodingOf: (label: string) => `Encoding of ${label}`,
  fromFile: 'From file…',
  fileFor: (label: string) => `File for ${label}`,
  size: (bytes: string) => `${bytes} bytes`,
} as const

export const cellBarText = {
  otherValues: 'Other values',
  alt: (key: string) => `Alt ${key}`,
  empty: 'Empty',
  default: 'Default',
  today: 'Today',
  now: 'Now',
  generate: 'Generate',
  open: 'Open',
} as const

export const hstoreEditorText = {
  key: (label: string, value: number) => `${label} key ${value}`,
  value: (label: string, value: number) => `${label} value ${value}`,
  remove: (label: string, value: number) => `Remove ${label} ${value}`,
  addTo: (label: string) => `Add to ${label}`,
  addKey: 'Add key',
} as const

export const jsonEditorText = {
  format: 'Format',
  oneLine: 'One line',
} as const

export const momentEditorText = {
  pick: (label: string) => `Choose ${label}`,
  day: (label: string) => `Day of ${label}`,
  time: (label: string) => `Time of ${label}`,
  infinity: 'infinity',
  infinity2: '-infinity',
  zone: (zone: string) => `Zone ${zone === '' ? '+00 (UTC)' : zone}`,
  today: 'Today',
  now: 'Now',
} as const

export const partFieldText = {
  null: 'NULL',
  null2: (label: string) => `${label}: NULL`,
} as const

export const rangeEditorText = {
  remove: (name: string) => `Remove ${name}`,
  addTo: (label: string) => `Add to ${label}`,
  addRange: 'Add range',
  isIncluded: (label: string, name: string) => `${label}: include the ${name} bound`,
  empty: 'empty',
  noBound: 'no bound',
  emptyRange: 'Empty: contains no values',
} as const

export const valueEditorText = {
  structured: (label: string) => `${label} as fields`,
  asText: (label: string) => `${label} as text`,
  structuredLabel: 'As fields',
  asTextLabel: 'As text',
  true: 'true',
  false: 'false',
  choose: 'Choose…',
  searchValues: (label: string) => `Search values of ${label}`,
  noMatch: 'No matching values',
  generateFor: (label: string) => `Generate ${label}`,
  generate: 'Generate',
} as const
