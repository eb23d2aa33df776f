import { whoMay } from '../../lib/texts/who-may.ts'

export const pageText = 'A REST API for the tables, views and functions of this project.'
export const noChangeText = whoMay('projects:update', 'change the data API')

export const addresses = {
  title: 'Addresses',
  description: 'Clients send an API key with every request.',
  project: { label: 'project URL', caption: 'Project URL, for createClient()' },
  rest: { label: 'data API URL', caption: 'Data API URL' },
  host: { label: 'data API URL at the project’s own host', caption: 'The same at the project’s own host' },
} as const

export const enabled = {
  title: 'Data API',
  on: 'Data API enabled',
  off: 'Data API disabled',
  onText: 'Requests run with the rights of their role, under row-level security.',
  offText: 'Every request is refused. The database itself stays reachable.',
  turnOffTitle: 'Disable the data API?',
  turnOffText: 'Clients that read or write through the data API are refused at once. You can enable it again.',
} as const

export const asleep = {
  title: 'This project is asleep',
  text: 'These settings are kept in its database.',
  action: 'Wake up project',
  inactiveTitle: 'Not available now',
  inactiveText: 'You can see and change these settings while the project is active.',
} as const

export const settings = {
  title: 'Settings',
  description: 'Read from the database. Changes apply from the next request.',
  savedText: 'Settings saved',
  schemas: { label: 'Exposed schemas', hint: 'The first one is the default. Clients choose another with schema() or the Accept-Profile header.' },
  searchPath: { label: 'Extra search path', hint: 'Schemas that functions and operators are found in, without being exposed.' },
  maxRows: { label: 'Max rows', hint: 'Most rows that a reply returns. 0 for no limit.' },
  pool: { label: 'Pool size', hint: 'Most connections to the database. Leave empty to follow the compute size.' },
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
  plans: { label: 'Allow query plans', text: 'Lets clients ask how Postgres runs their request. Don’t allow it in production.' },
} as const

export const schemaList = {
  add: 'Add schema…',
  none: 'No schemas',
  missing: 'Doesn’t exist',
  first: 'Default',
} as const

/** The schema that keeps what is exposed apart from the tables. */
export const apiSchema = 'api'
export const createSchema = {
  offer: 'To choose what clients see, expose a schema with views and functions instead of your tables.',
  action: `Create schema ${apiSchema}`,
  title: `Create schema ${apiSchema}`,
  done: `Schema ${apiSchema} created`,
  text: 'anon and authenticated can use the schema, but see nothing in it until you grant them access to a view, table or function.',
  next: 'It’s added to the exposed schemas. Save the settings to expose it.',
} as const

const counted = (count: number, noun: string): string => `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`

export const schemaCache = {
  title: 'Schema cache',
  description: 'The data API’s copy of your schema. Reloads automatically when it changes.',
  check: 'Check',
  reload: 'Reload schema',
  took: (time: string) => `took ${time}`,
  holds: (relations: number, functions: number) => `${counted(relations, 'relation')}, ${counted(functions, 'function')}`,
  failed: (why: string) => `The last reload failed, and the data API still uses the schema before it: ${why}`,
} as const

export const roleTimeouts = {
  title: 'Role timeouts',
  description: 'Longest time that a statement of a request can take, by the role it runs as.',
  editLabel: 'Edit role timeouts',
  editTitle: 'Edit role timeouts',
  hint: 'Such as 8s, 500ms or 1min; 0 for no limit. Requests have the new timeouts at once.',
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
  description: 'What roles get on objects that postgres creates in the schema public. Row-level security still applies.',
  editLabel: 'Edit default grants',
  editTitle: 'Edit default grants',
  editText: 'For objects created from now on. Existing ones keep their grants.',
  columnLabel: 'New',
  kinds: { tables: 'Tables and views', functions: 'Functions', sequences: 'Sequences' },
  change: 'Change default grants',
  done: 'Default grants saved',
  failed: 'Failed to load the default grants',
  all: 'All',
  none: 'None',
  publicText:
    'Postgres lets every role call new functions. Clearing a role ends that for every role and for functions that postgres creates in any schema; the roles you keep get their own grant.',
} as const
