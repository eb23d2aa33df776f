import type { ExternalServerReport, TlsMode } from '@colonnade/contracts/projects/external-servers'

/** Texts about projects on Postgres servers that Colonnade doesn't run. */
export const texts = {
  where: 'Where the database runs',
  here: 'On this installation',
  existing: 'Existing Postgres server',
  description:
    'Connect a Postgres server you already run (version 15 or later) and use it with the table editor, the SQL editor and the database pages.',
  limits:
    'Colonnade can’t branch, back up, replicate, upgrade or resize it. It writes only what you ask for. Schema changes you make in the dashboard are also recorded on the server, in supabase_migrations.',
  userHint: 'Everything in this project runs as this user. Members need a role with write access.',
  passwordHint: 'Stored encrypted and never shown again.',
  test: 'Test connection',
  connect: 'Connect project',
  save: 'Save connection',
  saved: 'Connection saved',
  settingTitle: 'Connection',
  settingDescription: 'How Colonnade reaches the Postgres server of this project.',
  settingPasswordHint: 'Enter the password again to change the connection.',
  loadFailed: 'Failed to load the connection',
  noOperate: 'An administrator or the owner of the organization can change the connection.',
} as const

export const tlsOptions: readonly { readonly value: TlsMode; readonly label: string; readonly hint: string }[] = [
  { value: 'verify-full', label: 'Verify certificate', hint: 'verify-full' },
  { value: 'require', label: 'Encrypt only', hint: 'require' },
  { value: 'disable', label: 'No TLS', hint: 'disable' },
]

export const tlsHints: Readonly<Record<TlsMode, string>> = {
  'verify-full': 'Encrypted, and the certificate must be valid for the host.',
  require: 'Encrypted, but any certificate is accepted.',
  disable: 'Not encrypted. Use it only in a network you trust.',
}

/** Returns the result of a successful connection test in one line. */
export function foundText({
  version,
  user,
  is_read_only: isReadOnly,
  can_create: canCreate,
  is_superuser: isSuperuser,
}: ExternalServerReport): string {
  const rights = isReadOnly
    ? 'The server is read-only for this user.'
    : isSuperuser
      ? 'This user is a superuser. A user with fewer privileges is safer.'
      : canCreate
        ? null
        : 'This user can’t create schemas.'
  return [`Connected to Postgres ${version} as ${user}.`, rights].filter((part) => part !== null).join(' ')
}

export const externalProjectFormText = {
  name: 'Name',
  cancel: 'Cancel',
} as const

export const serverFieldsText = {
  host: 'Host',
  dbExampleCom: 'db.example.com',
  port: 'Port',
  database: 'Database',
  tls: 'TLS',
  user: 'User',
  password: 'Password',
} as const

export const serverPageText = {
  databaseSettings: 'Database settings',
  database: 'Database',
} as const
