import { type FirebaseHash, firebaseHash, keycloakHash } from './foreign-hashes.ts'
import type { ImportedIdentity, ImportedUser } from './imported-user.ts'
import { type Kind, objectsOf, present, readValue, textOf } from './values.ts'

type JsonObject = { readonly [name: string]: unknown }
type Field = Exclude<keyof ImportedUser, 'line'>
type Draft = { [Name in Field]?: ImportedUser[Name] | undefined }

/** The source of a user field: a column, or a dotted path into objects. The first source with a value is used. */
export interface FieldRule {
  readonly to: Field
  readonly from: string | readonly string[]
  readonly as: Kind
}

export interface FormatOptions {
  readonly firebase: FirebaseHash | null
}

/** The export format of a system. */
export interface UserFormat {
  readonly label: string
  /** Where to get its files. */
  readonly hint: string
  readonly files: readonly ('csv' | 'ndjson' | 'json')[]
  /** If the file is one JSON object: the member with the users. */
  readonly member: string
  /** Column names in order, if the CSV has no header. */
  readonly columns?: readonly string[]
  readonly fields: readonly FieldRule[]
  /** Sources of user metadata, by name. */
  readonly metadata: Readonly<Record<string, string>>
  /** Conversions that a rule per field can't express. */
  readonly more?: (row: JsonObject, options: FormatOptions) => Draft
}

export const userFormatKeys = ['plain', 'colonnade', 'firebase', 'auth0', 'keycloak'] as const
export type UserFormatKey = (typeof userFormatKeys)[number]

/** Field names in plain files, lower case and letters only. */
const plainNames: Readonly<Record<Field, readonly string[]>> = {
  id: ['id', 'uuid', 'userid'],
  source_id: ['sourceid', 'externalid'],
  email: ['email', 'emailaddress', 'mail'],
  phone: ['phone', 'phonenumber', 'mobile', 'tel'],
  password_hash: ['passwordhash', 'encryptedpassword', 'passworddigest', 'hash', 'password'],
  email_confirmed: ['emailconfirmed', 'emailverified', 'verified', 'confirmed'],
  email_confirmed_at: ['emailconfirmedat', 'emailverifiedat', 'confirmedat', 'verifiedat'],
  phone_confirmed: ['phoneconfirmed', 'phoneverified', 'phonenumberverified'],
  phone_confirmed_at: ['phoneconfirmedat', 'phoneverifiedat'],
  user_metadata: ['usermetadata', 'rawusermetadata', 'metadata'],
  app_metadata: ['appmetadata', 'rawappmetadata'],
  // an application role is not a database role
  role: [],
  created_at: ['createdat', 'created', 'joined', 'joinedat', 'datejoined', 'registeredat', 'signedupat'],
  last_sign_in_at: ['lastsigninat', 'lastlogin', 'lastloginat', 'lastsignin'],
  is_banned: ['isbanned', 'banned', 'blocked', 'disabled', 'suspended'],
  banned_until: ['banneduntil'],
  is_anonymous: ['isanonymous'],
  is_sso_user: ['isssouser'],
  identities: ['identities'],
}

const kinds: Readonly<Record<Field, Kind>> = {
  id: 'text',
  source_id: 'text',
  email: 'text',
  phone: 'text',
  password_hash: 'text',
  email_confirmed: 'flag',
  email_confirmed_at: 'time',
  phone_confirmed: 'flag',
  phone_confirmed_at: 'time',
  user_metadata: 'object',
  app_metadata: 'object',
  role: 'text',
  created_at: 'time',
  last_sign_in_at: 'time',
  is_banned: 'flag',
  banned_until: 'time',
  is_anonymous: 'flag',
  is_sso_user: 'flag',
  identities: 'list',
}

/** Targets of a plain file's columns. `metadata` stores a column in the user metadata under its own name. */
export type ColumnTarget = Field | 'metadata' | 'skip'

/** Column targets in the order of the form. */
export const columnTargets: readonly { readonly value: ColumnTarget; readonly label: string }[] = [
  { value: 'skip', label: 'Don’t import' },
  { value: 'metadata', label: 'User metadata' },
  { value: 'email', label: 'Email address' },
  { value: 'phone', label: 'Phone number' },
  { value: 'id', label: 'ID (UUID)' },
  { value: 'source_id', label: 'ID in the source system' },
  { value: 'password_hash', label: 'Password hash' },
  { value: 'email_confirmed', label: 'Email confirmed (true, false)' },
  { value: 'email_confirmed_at', label: 'Email confirmed at' },
  { value: 'phone_confirmed', label: 'Phone confirmed (true, false)' },
  { value: 'phone_confirmed_at', label: 'Phone confirmed at' },
  { value: 'created_at', label: 'Created at' },
  { value: 'last_sign_in_at', label: 'Last sign-in at' },
  { value: 'is_banned', label: 'Banned (true, false)' },
  { value: 'banned_until', label: 'Banned until' },
  { value: 'role', label: 'Role' },
  { value: 'user_metadata', label: 'User metadata (JSON)' },
  { value: 'app_metadata', label: 'App metadata (JSON)' },
  { value: 'identities', label: 'Identities (JSON)' },
]

/** Returns the target of a column by its name. Unknown columns become metadata. */
export function targetOf(column: string): ColumnTarget {
  const word = column.toLowerCase().replaceAll(/[^a-z]/g, '')
  for (const [field, names] of Object.entries(plainNames) as [Field, readonly string[]][]) if (names.includes(word)) return field
  return word === '' ? 'skip' : 'metadata'
}

export interface ColumnChoice {
  readonly column: string
  readonly target: ColumnTarget
}

/** Returns the format of a plain file with these columns. */
export function plainFormat(columns: readonly ColumnChoice[]): UserFormat {
  const fields = columns.flatMap(({ column, target }): FieldRule[] =>
    target === 'skip' || target === 'metadata' ? [] : [{ to: target, from: column, as: kinds[target] }],
  )
  const kept = columns.filter(({ target }) => target === 'metadata')
  return { ...userFormats.plain, fields, metadata: Object.fromEntries(kept.map(({ column }) => [column, column])) }
}

/** Our provider names, by the names of other systems. */
const providerNames: Readonly<Record<string, string>> = {
  'google.com': 'google',
  'google-oauth2': 'google',
  'facebook.com': 'facebook',
  'twitter.com': 'twitter',
  'github.com': 'github',
  'apple.com': 'apple',
  'microsoft.com': 'azure',
  windowslive: 'azure',
  microsoft: 'azure',
  linkedin: 'linkedin_oidc',
  'linkedin-openid-connect': 'linkedin_oidc',
}
const knownProviders = new Set(
  'apple azure bitbucket discord facebook figma github gitlab google kakao linkedin_oidc notion slack_oidc spotify twitch twitter x workos zoom'.split(
    ' ',
  ),
)

/** Returns the identity at a provider that Colonnade supports. Other users sign in with their email address. */
function identityOf(provider: unknown, id: unknown, data: Readonly<Record<string, unknown>>): ImportedIdentity[] {
  const own = textOf(provider) ?? ''
  const name = Object.hasOwn(providerNames, own) ? providerNames[own]! : own
  const providerId = textOf(id)
  if (providerId === undefined || !knownProviders.has(name)) return []
  return [{ provider: name, provider_id: providerId, data: present(data) }]
}

const firebaseProviders = ['google.com', 'facebook.com', 'twitter.com', 'github.com'] as const

/** Columns of `auth:export` as CSV, which has no header (firebase.google.com/docs/cli/auth, "File format"). */
const firebaseColumns = 'localId email emailVerified passwordHash salt displayName photoUrl'
  .split(' ')
  .concat(firebaseProviders.flatMap((provider) => ['rawId', 'email', 'displayName', 'photoUrl'].map((name) => `${provider} ${name}`)))
  .concat('createdAt lastSignedInAt phoneNumber disabled customAttributes'.split(' '))

const sourceOf = (system: string, id: unknown): string | undefined => {
  const text = textOf(id)
  return text === undefined ? undefined : `${system}:${text}`
}

function firebaseMore(row: JsonObject, { firebase }: FormatOptions): Draft {
  const [hash, salt] = [textOf(row['passwordHash']), textOf(row['salt']) ?? '']
  const listed = objectsOf(row['providerUserInfo']).map((each) => ({ provider: each['providerId'], id: each['rawId'] ?? each['uid'], ...each }))
  const columns = firebaseProviders.map((provider) => ({
    provider,
    id: row[`${provider} rawId`],
    email: row[`${provider} email`],
    displayName: row[`${provider} displayName`],
    photoUrl: row[`${provider} photoUrl`],
  }))
  const others = [...listed, ...columns] as readonly { provider: unknown; id: unknown; email?: unknown; displayName?: unknown; photoUrl?: unknown }[]
  const claims = readValue('object', row['customAttributes'] ?? row['customClaims'], 'customAttributes')
  return {
    source_id: sourceOf('firebase', row['localId'] ?? row['uid']),
    password_hash: hash === undefined ? undefined : firebaseHash(hash, salt, firebase),
    // a phone number counts once its code was entered
    phone_confirmed: textOf(row['phoneNumber']) === undefined ? undefined : true,
    app_metadata: claims === undefined ? undefined : { custom_claims: claims },
    identities: others.flatMap(({ provider, id, email, displayName, photoUrl }) =>
      identityOf(provider, id, { email: textOf(email), full_name: textOf(displayName), avatar_url: textOf(photoUrl) }),
    ),
  }
}

function auth0More(row: JsonObject): Draft {
  const identities = objectsOf(row['identities'])
  const id = textOf(row['user_id'])
  // the file with hashes, which Auth0 support sends, contains the id only
  const hashId = textOf((row['_id'] as JsonObject | undefined)?.['$oid'] ?? row['_id'])
  const custom = row['custom_password_hash'] as JsonObject | undefined
  const value = (custom?.['hash'] as JsonObject | undefined)?.['value']
  return {
    source_id: sourceOf('auth0', id ?? (hashId === undefined ? undefined : `auth0|${hashId}`)),
    password_hash: textOf(row['passwordHash']) ?? textOf(row['password_hash']) ?? textOf(value),
    identities: identities.flatMap(({ provider, user_id: own, profileData }) => {
      const { email, email_verified, name, picture } = (profileData ?? {}) as JsonObject
      return identityOf(provider, own, { email, email_verified, full_name: name, avatar_url: picture })
    }),
  }
}

function keycloakMore(row: JsonObject): Draft {
  const name = [row['firstName'], row['lastName']].map(textOf).filter((part) => part !== undefined)
  const attributes = (row['attributes'] ?? {}) as Readonly<Record<string, unknown>>
  const plain = Object.fromEntries(
    Object.entries(attributes).map(([key, value]) => [key, Array.isArray(value) && value.length === 1 ? value[0] : value]),
  )
  const phone = textOf(plain['phoneNumber']) ?? textOf(plain['phone_number'])
  return {
    phone,
    phone_confirmed: phone === undefined ? undefined : String(plain['phoneNumberVerified']) === 'true',
    password_hash: keycloakHash(row['credentials']),
    user_metadata: present({ ...plain, username: textOf(row['username']), name: name.length === 0 ? undefined : name.join(' ') }),
    identities: objectsOf(row['federatedIdentities']).flatMap(({ identityProvider, userId, userName }) =>
      identityOf(identityProvider, userId, { user_name: userName }),
    ),
  }
}

/** Returns true if the row has the column but no value, which means no. */
const saysNo = (row: JsonObject, name: string): false | undefined => (Object.hasOwn(row, name) && (row[name] ?? '') === '' ? false : undefined)

/** Reads the rows of auth.identities that belong to a row of auth.users. */
function peerMore(row: JsonObject): Draft {
  const identities = readValue('list', row['identities'], 'identities')
  return {
    password_hash: textOf(row['encrypted_password']) ?? textOf(row['password_hash']),
    email_confirmed: saysNo(row, 'email_confirmed_at'),
    phone_confirmed: saysNo(row, 'phone_confirmed_at'),
    identities: objectsOf(identities).flatMap((each): ImportedIdentity[] => {
      const [provider, id] = [textOf(each['provider']), textOf(each['provider_id']) ?? textOf(each['id'])]
      if (provider === undefined || id === undefined) return []
      const data = readValue('object', each['identity_data'] ?? each['data'], 'identities') as ImportedIdentity['data']
      const [createdAt, lastAt] = ['created_at', 'last_sign_in_at'].map((name) => readValue('time', each[name], 'identities') as string | undefined)
      const more = present({ data, created_at: createdAt, last_sign_in_at: lastAt })
      return [{ provider, provider_id: id, ...more }]
    }),
  }
}

const named = (names: readonly Field[]): FieldRule[] => names.map((to) => ({ to, from: to, as: kinds[to] }))

export const userFormats: Readonly<Record<UserFormatKey, UserFormat>> = {
  plain: {
    label: 'CSV or NDJSON',
    hint: 'One line per user. Columns are matched by name.',
    files: ['csv', 'ndjson', 'json'],
    member: 'users',
    fields: [],
    metadata: {},
  },
  colonnade: {
    label: 'Colonnade or Supabase',
    hint: 'An export from this page, or rows of auth.users as CSV or NDJSON.',
    files: ['csv', 'ndjson', 'json'],
    member: 'users',
    fields: [
      ...named(['id', 'email', 'phone', 'role', 'email_confirmed_at', 'phone_confirmed_at', 'created_at', 'last_sign_in_at', 'banned_until']),
      ...named(['is_anonymous', 'is_sso_user']),
      { to: 'user_metadata', from: ['raw_user_meta_data', 'user_metadata'], as: 'object' },
      { to: 'app_metadata', from: ['raw_app_meta_data', 'app_metadata'], as: 'object' },
    ],
    metadata: {},
    more: peerMore,
  },
  firebase: {
    label: 'Firebase',
    hint: 'The output of firebase auth:export, as JSON or CSV.',
    files: ['json', 'csv'],
    member: 'users',
    columns: firebaseColumns,
    fields: [
      { to: 'email', from: 'email', as: 'text' },
      { to: 'phone', from: 'phoneNumber', as: 'text' },
      { to: 'email_confirmed', from: 'emailVerified', as: 'flag' },
      { to: 'created_at', from: ['createdAt', 'metadata.creationTime'], as: 'time' },
      { to: 'last_sign_in_at', from: ['lastSignedInAt', 'lastLoginAt'], as: 'time' },
      { to: 'is_banned', from: 'disabled', as: 'flag' },
    ],
    metadata: { name: 'displayName', avatar_url: 'photoUrl' },
    more: firebaseMore,
  },
  auth0: {
    label: 'Auth0',
    hint: 'The file of a user export job, or the file with password hashes from Auth0 support.',
    files: ['ndjson', 'json'],
    member: 'users',
    fields: [
      { to: 'email', from: 'email', as: 'text' },
      { to: 'phone', from: 'phone_number', as: 'text' },
      { to: 'email_confirmed', from: 'email_verified', as: 'flag' },
      { to: 'phone_confirmed', from: 'phone_verified', as: 'flag' },
      { to: 'created_at', from: ['created_at', 'createdAt.$date'], as: 'time' },
      { to: 'last_sign_in_at', from: 'last_login', as: 'time' },
      { to: 'is_banned', from: 'blocked', as: 'flag' },
      { to: 'user_metadata', from: 'user_metadata', as: 'object' },
      { to: 'app_metadata', from: 'app_metadata', as: 'object' },
    ],
    metadata: { name: 'name', nickname: 'nickname', avatar_url: 'picture' },
    more: auth0More,
  },
  keycloak: {
    label: 'Keycloak',
    hint: 'The JSON file of a realm export with users.',
    files: ['json'],
    member: 'users',
    fields: [
      { to: 'id', from: 'id', as: 'text' },
      { to: 'email', from: 'email', as: 'text' },
      { to: 'email_confirmed', from: 'emailVerified', as: 'flag' },
      { to: 'created_at', from: 'createdTimestamp', as: 'time' },
      { to: 'is_banned', from: 'enabled', as: 'notFlag' },
    ],
    metadata: {},
    more: keycloakMore,
  },
}

/** Converts a row to a user. @throws UnusableValue */
export function readUser(format: UserFormat, row: JsonObject, line: number, options: FormatOptions): ImportedUser {
  const fields = format.fields.map(({ to, from, as }): [Field, unknown] => {
    for (const name of typeof from === 'string' ? [from] : from) {
      const value = readValue(as, valueAt(row, name), name)
      if (value !== undefined) return [to, value]
    }
    return [to, undefined]
  })
  const metadata = Object.entries(format.metadata).map(([name, from]): [string, unknown] => [name, valueAt(row, from)])
  const kept = metadata.filter(([, value]) => value !== undefined && value !== null && value !== '')
  const read = Object.fromEntries(fields) as Draft
  const more = present(format.more?.(row, options) ?? {})
  const own = { ...Object.fromEntries(kept), ...read.user_metadata, ...more.user_metadata }
  const userMetadata = Object.keys(own).length === 0 ? undefined : own
  const identities = more.identities ?? read.identities
  return {
    line,
    ...present({ ...read, ...more, user_metadata: userMetadata, identities: identities?.length === 0 ? undefined : identities }),
  }
}

function valueAt(row: JsonObject, name: string): unknown {
  if (Object.hasOwn(row, name)) return row[name]
  if (!name.includes('.')) return undefined
  return name
    .split('.')
    .reduce<unknown>((value, part) => (typeof value === 'object' && value !== null ? (value as JsonObject)[part] : undefined), row)
}
