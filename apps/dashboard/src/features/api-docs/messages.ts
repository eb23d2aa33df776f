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
export const goneText = 'It was deleted or renamed, or its schema is no longer exposed.'

export const noKeyText = 'There is no primary key. Filter by columns that identify the rows you mean.'
export const countText = 'An exact count reads every matching row. On large tables, use planned or estimated instead: they don’t read them all.'
export const ownKeyText = 'Inserts the row, or updates the one with the same primary key.'
export const noWriteText = 'Read-only: rows can’t be inserted, updated or deleted here.'
export const cantCallText = (client: string): string => `The ${client} client can’t make this call. Use cURL.`

export const typesText = 'Types for supabase-js: pass them as createClient<Database>().'
export const typesFailedWhat = 'download the types'

export const docsTab = 'Docs'
export const builderTab = 'Request builder'
export const builderIntro = 'Send a request to this project as any role. The result shows the SQL, the query plan and the policies behind it.'
export const noBuilderText = 'The data API accepts no requests for this object.'
export const whoCanSendText = 'Only people with the permissions service_keys:read and database:write can send requests from here.'
export const noPublishableKeyText = 'Requests need a publishable key. Create one under API keys.'
export const operationLabels = {
  read: 'Read rows',
  insert: 'Insert rows',
  upsert: 'Upsert rows',
  update: 'Update rows',
  delete: 'Delete rows',
  call: 'Call function',
} as const
export const confirmTitle = (method: string): string => `Send ${method} request?`
export const confirmWriteText = (name: string, role: string): string =>
  `The request runs as ${role} and can change data: it writes to or calls ${name}.`
export const allRowsText = 'The request has no filters, so it applies to every row.'
export const sendFailedText = 'Failed to send the request'
export const explainFailedText = 'Failed to explain the request'
export const cancelledText = 'The request was cancelled. The project may have run it.'
export const countTimeText = (time: string): string => `count took ${time}`
export const notSentText = 'Explained, not sent'
export const emptyBodyText = 'The response has no body.'
export const cutText = (characters: number): string => `Only the first ${characters.toLocaleString('en')} characters are shown.`
export const firstRowsText = (shown: number, total: number): string => `First ${shown} of ${total.toLocaleString('en')} rows`
export const noPlanText = (message: string, code: string): string => `Postgres can’t plan this request for this role: ${message} (${code})`
export const noRelationsText = 'The request reads and writes no tables directly. A function runs its own statements, which aren’t shown here.'
export const rlsOffText = 'Row-level security is off. The role reaches every row that its privileges allow.'
export const rlsInactiveText = (role: string): string => `Row-level security is on, but ${role} bypasses it.`
export const noPolicyText = (role: string): string => `Row-level security is on, and no policy applies to ${role}, so it reaches no rows.`
export const viewText = (isInvoker: boolean, owner: string, role: string): string =>
  isInvoker
    ? `A view that reads its tables as ${role}, so their policies apply to ${role}.`
    : `A view that reads its tables as its owner, ${owner}. Policies for ${role} don’t apply to them.`

/** Lists the values of an enum, truncated if there are many. */
export const valuesText = (labels: readonly string[]): string =>
  labels.length > 20 ? `${labels.slice(0, 20).join(' | ')} | and ${labels.length - 20} more` : labels.join(' | ')

export const apiDocsPageText = {
  loading: 'Loading tables and functions',
  exposedObjects: 'Exposed objects',
  introduction: 'Introduction',
  allTablesFunctions: 'All tables and functions',
  loadingExamples: 'Loading examples',
  createTable: 'Create table',
} as const
