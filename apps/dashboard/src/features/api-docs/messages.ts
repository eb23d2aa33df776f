export const pageTitle = 'API Docs'
export const introText = 'Read and write your data over HTTP. Row-level security applies to requests with the publishable key.'

/** Shown to people without `service_keys:read`. */
export const withoutKeysText =
  'The API URL and key below are placeholders. You need the permission service_keys:read to see them, which your role doesn’t have.'
export const settingsFailedText = 'Failed to load the API URL and key'
export const objectsFailedText = 'Failed to load the exposed tables and functions'
export const detailsFailedText = 'Failed to load the columns'

export const apiOffText = 'The data API is turned off for this project, so these requests are refused until you turn it on.'

export const settingsLinkText = 'Data API settings'

export const noSchemasTitle = 'No schemas exposed'
export const noSchemasText = 'The data API exposes no schemas. Add one to the exposed schemas in the data API settings.'
export const noObjectsTitle = 'No tables yet'
export const noObjectsText = (schemas: readonly string[]): string =>
  `Create a table in ${schemas.length === 1 ? `the schema ${schemas[0]}` : `one of the exposed schemas (${schemas.join(', ')})`} to see examples for it here.`

export const goneTitle = 'Not found'
export const goneText = 'It was dropped or renamed, or its schema is no longer exposed.'

export const noKeyText = 'There is no primary key. Filter by columns that identify the rows you mean.'
export const ownKeyText = 'Inserts the row, or updates the one with the same primary key.'
export const noWriteText = 'Read-only: rows can’t be inserted, updated or deleted here.'
export const cantCallText = (client: string): string => `The ${client} client can’t make this call. Use cURL.`

export const typesText = 'Types for supabase-js: pass them as createClient<Database>().'
export const typesFailedWhat = 'download the types'
