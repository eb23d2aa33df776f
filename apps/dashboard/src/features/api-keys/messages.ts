import type { ApiKey } from '@colonnade/contracts/api/api-keys'
import { whoMay } from '../../lib/texts/who-may.ts'

export const pageText = 'Keys that your apps and servers send to call the API of this project.'

export const sections = {
  publishable: {
    title: 'Publishable keys',
    description: 'Safe to use in browsers and mobile apps, as long as row-level security protects your tables.',
    empty: 'Web and mobile apps need one to call the API.',
  },
  secret: {
    title: 'Secret keys',
    description: 'For servers only. A key that acts as service_role bypasses row-level security.',
    empty: 'Servers need one to call the API with their own role.',
  },
} as const

export const legacyText =
  'Signed with the legacy JWT secret and valid for ten years. Create other keys, change your apps to use them, then turn these off.'

export const noReadText = `You don’t have access to API keys. ${whoMay('service_keys:read', 'see them')}`
export const noChangeText = whoMay('projects:update', 'change API keys')

export const publishableHint = 'Acts as anon, or as the user who is signed in.'
export const nameHint = 'Lower-case letters, digits and underscores.'
export const roleHint = 'The database role that requests with this key act as.'

export const createdTitle = (name: string): string => `API key “${name}” created`
export const createdText = 'Copy it now, or reveal it later on this page.'

export const editTitle = ({ name }: Pick<ApiKey, 'name'>): string => `Edit “${name}”`

export const deleteTitle = ({ name }: Pick<ApiKey, 'name'>): string => `Delete “${name}”?`
export const deleteText = 'Every client that uses this key is refused from now on. You can’t undo this.'
export const neverUsedText = 'This key has never been used.'

export const turnOffTitle = (name: string): string => `Turn off the ${name} key?`
export const turnOffText = 'Clients that use it are refused from now on. You can turn it on again.'

export const callsText = (calls: number): string => (calls === 1 ? '1 call' : `${calls.toLocaleString('en')} calls`)

export const callersTitle = 'Clients in the last 24 hours'
export const noCallersText = 'No client has called in the last 24 hours.'
export const unknownCallersText = 'You can’t see which clients call the API.'

export const apiKeysPageText = {
  apiKeys: 'API keys',
  failedLoadAPIKeys: 'Failed to load API keys',
  createKey: 'Create key',
  noAccessTitle: 'You don’t have access',
  newAPIKey: 'New API key',
  apiKey: 'API key',
  kinds: 'Kinds of API keys',
  publishableSecret: 'Publishable and secret',
  legacy: 'Legacy',
  loadingAPIKeys: 'Loading API keys',
} as const

export const callersListText = {
  loadingCallers: 'Loading callers',
  unnamedClient: 'Unnamed client',
} as const

export const deleteKeyText = {
  apiKeyDeleted: 'API key deleted',
  deleteKey: 'Delete key',
} as const

export const editKeyDialogText = {
  never: 'Never',
  onDate: 'On a date…',
  saveKey: 'Save key',
  name: 'Name',
  description: 'Description',
  role: 'Role',
  expires: 'Expires',
  expiresOn: 'Expires on',
} as const

export const keyDialogText = {
  publishable: 'Publishable',
  secret: 'Secret',
  createAPIKey: 'Create API key',
  createKey: 'Create key',
  type: 'Type',
  name: 'Name',
  description: 'Description',
  role: 'Role',
  expires: 'Expires',
  expiresOn: 'Expires on',
} as const

export const keyRowText = {
  expired: 'Expired',
  editKey: (type: string, name: string) => `Edit ${type} key ${name}`,
  deleteKey: (type: string, name: string) => `Delete ${type} key ${name}`,
} as const

export const keySectionText = {
  noKeys: (type: string, empty: string) => `No ${type} keys. ${empty}`,
  createKey: (type: string) => `Create ${type} key`,
} as const

export const keyUseText = {
  neverUsed: 'Never used',
  lastUsed: 'Last used ',
  from: ' from ',
  by: ' by ',
  clients: 'Clients that use this key',
  unnamedClient: 'Unnamed client',
} as const

export const keyValueText = {
  key: (type: string, name: string) => `${type} key ${name}`,
} as const

export const legacyKeysText = {
  turnedOn: (name: string) => `${name} key turned on`,
  turnOnFailure: (name: string) => `turn on the ${name} key`,
  legacyAPIKeys: 'Legacy API keys',
  key: (name: string) => `: ${name} key`,
  turnOff: 'Turn off',
  turnedOff: (name: string) => `${name} key turned off`,
} as const
