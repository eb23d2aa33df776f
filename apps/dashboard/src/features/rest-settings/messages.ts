import { whoMay } from '../../lib/texts/who-may.ts'

export const pageText = 'A REST API for the tables, views and functions of this project.'
export const noChangeText = whoMay('projects:update', 'change the data API')

export const addresses = {
  title: 'Addresses',
  description: 'Clients send an API key with every request.',
  project: { label: 'project URL', caption: 'Project URL, for createClient()' },
  rest: { label: 'data API URL', caption: 'Data API URL' },
  host: { label: 'data API URL at the project’s own host', caption: 'Data API URL at the project’s own host' },
} as const

export const enabled = {
  title: 'Data API',
  on: 'Data API enabled',
  off: 'Data API disabled',
  onText: 'Requests run with the privileges of their role, under row-level security.',
  offText: 'All requests are refused. You can still connect to the database itself.',
  turnOff: 'Disable data API',
  turnOffTitle: 'Disable the data API?',
  turnOffText: 'All data API requests are refused at once. You can enable it again.',
} as const

export const asleep = {
  title: 'This project is asleep',
  text: 'These settings are stored in its database. Wake it up to see them.',
  action: 'Wake up project',
  inactiveTitle: 'Not available right now',
  inactiveText: 'You can see and change these settings while the project is active.',
} as const

export const settings = {
  title: 'Settings',
  description: 'Read from the database. Changes apply from the next request.',
  savedText: 'Settings saved',
  schemas: { label: 'Exposed schemas', hint: 'The first one is the default. Clients choose another with schema() or the Accept-Profile header.' },
  searchPath: { label: 'Extra search path', hint: 'Schemas to search for functions and operators without exposing them.' },
  maxRows: { label: 'Max rows', hint: 'Maximum rows per response. 0 for no limit.' },
  pool: { label: 'Pool size', hint: 'Maximum connections to the database. Leave empty to follow the compute size.' },
  origins: { label: 'Allowed origins', hint: 'Origins of web pages that can call the API, one per line. * allows every origin.' },
  preRequest: { label: 'Pre-request function', hint: 'Called before every request, such as public.check_request.' },
  openApi: {
    label: 'OpenAPI document',
    options: [
      { value: 'follow-privileges', label: 'What the role can access' },
      { value: 'ignore-privileges', label: 'All exposed schemas' },
      { value: 'disabled', label: 'Disabled' },
    ],
  },
  aggregates: { label: 'Allow aggregates', text: 'Lets clients use count(), sum(), avg(), min() and max() in select.' },
  plans: { label: 'Allow query plans', text: 'Lets clients request query plans. Don’t allow it in production.' },
} as const

export const schemaList = {
  add: 'Add schema…',
  none: 'No schemas',
  missing: 'Doesn’t exist',
  first: 'Default',
  moveUp: (name: string) => `Move ${name} up`,
  moveDown: (name: string) => `Move ${name} down`,
  remove: (name: string) => `Remove ${name}`,
  addTo: (list: string) => `Add to ${list}`,
} as const

/** The schema for exposed objects, separate from the tables. */
export const apiSchema = 'api'
export const createSchema = {
  offer: 'To choose what clients see, expose a schema with views and functions instead of your tables.',
  action: `Create schema ${apiSchema}`,
  title: `Create schema ${apiSchema}`,
  submit: 'Create schema',
  done: `Schema ${apiSchema} created`,
  text: 'anon and authenticated can use the schema, but see nothing in it until you grant them access to a view, table or function.',
  next: 'It’s added to the exposed schemas. Save the settings to expose it.',
} as const

const counted = (count: number, noun: string): string => `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`

export const schemaCache = {
  title: 'Schema cache',
  description: 'The data API’s copy of your schema. Reloads automatically when it changes.',
  check: 'Check',
  loaded: 'Loaded',
  reload: 'Reload schema',
  took: (time: string) => `took ${time}`,
  holds: (relations: number, functions: number) => `${counted(relations, 'relation')}, ${counted(functions, 'function')}`,
  failed: (why: string) => `The last reload failed, so the data API still uses the previous schema: ${why}`,
} as const

export const roleTimeouts = {
  title: 'Role timeouts',
  description: 'How long a statement of a request can run, by role.',
  edit: 'Edit',
  save: 'Save timeouts',
  editLabel: 'Edit role timeouts',
  editTitle: 'Edit role timeouts',
  hint: 'Such as 8s, 500ms or 1min. 0 for no limit. New timeouts apply at once.',
  change: 'Change role timeouts',
  done: 'Role timeouts saved',
  failed: 'Failed to load the role timeouts',
  wrong: 'Use a number with a unit, such as 8s, 500ms or 1min, or 0 for no limit',
  none: 'No limit',
  ofDatabase: 'Database default',
  asAuthenticator: 'Same as authenticator',
  ofAuthenticator: (timeout: string) => `${timeout}, from authenticator`,
} as const

export const defaultGrants = {
  title: 'Default grants',
  description: 'Privileges that roles get on new objects that postgres creates in the schema public. Row-level security still applies.',
  edit: 'Edit',
  save: 'Save grants',
  editLabel: 'Edit default grants',
  editTitle: 'Edit default grants',
  editText: 'Applies to new objects. Existing ones keep their grants.',
  columnLabel: 'New',
  kinds: { tables: 'Tables and views', functions: 'Functions', sequences: 'Sequences' },
  change: 'Change default grants',
  done: 'Default grants saved',
  failed: 'Failed to load the default grants',
  all: 'All',
  none: 'None',
  publicText:
    'By default, Postgres lets every role call new functions. If you clear a role, no role gets this default any longer, and that includes functions postgres creates in other schemas. The roles you keep get their own grant.',
} as const

export const dataApiPageText = {
  title: 'Data API',
  failed: 'Failed to load the data API',
  parts: 'Parts of the data API',
  settings: 'Settings',
  exposure: 'Exposure',
  loading: 'Loading the data API',
} as const

export const settingsDraftText = {
  notWhole: 'Enter a whole number',
  tooMany: (most: string) => `Use at most ${most}`,
  noSchema: 'Expose at least one schema',
  noOrigin: 'Enter at least one origin',
  tooManyOrigins: (most: number) => `Enter at most ${most} origins`,
} as const
