/** Texts of the advisors’ findings. Names of objects are qualified and quoted already. */
export const lintText = {
  rlsDisabled: {
    title: 'Table without row-level security',
    description: 'Anyone with the public key can read or change every row of a table in an exposed schema unless row-level security is on.',
    detail: (table: string) => `Table ${table} is exposed through the API and has no row-level security.`,
  },
  policiesOff: {
    title: 'Policies without row-level security',
    description: 'Policies have no effect until you turn on row-level security for their table.',
    detail: (table: string) => `Table ${table} has policies, but row-level security is off.`,
  },
  definerView: {
    title: 'View bypasses row-level security',
    description:
      'A view reads its tables with its owner’s rights unless it’s a security invoker. If its owner bypasses row-level security, so does everyone who can read the view.',
    detail: (view: string) => `View ${view} exposes rows through the API without checking the policies of its tables.`,
  },
  alwaysTrue: {
    title: 'Policy lets everyone write',
    description:
      'A policy that is always true allows every row, as if row-level security were off. That’s often fine for reading, but rarely for writing.',
    detail: (policy: string, table: string, role: string) => `Policy ${policy} of table ${table} is always true, so ${role} can write every row.`,
  },
  searchPath: {
    title: 'Security definer function without a search path',
    description: 'A function with its owner’s rights that uses its caller’s search path can be tricked into using the caller’s objects.',
    detail: (signature: string) => `Function ${signature} runs with its owner’s rights and doesn’t set a search_path.`,
  },
  extensionInPublic: {
    title: 'Extension in the public schema',
    description: 'Objects of an extension in the public schema are exposed through the API, like your own tables and functions.',
    detail: (extension: string) => `Extension ${extension} is in the public schema.`,
  },
  md5Password: {
    title: 'Role that can’t log in',
    description:
      'Roles from older servers may have passwords stored as MD5. They’re weak, Postgres has deprecated them, and projects accept SCRAM only.',
    detail: (role: string) =>
      `Role ${role} can’t log in, because its password is stored as MD5. Set a password under Database, Roles. It can be the same one.`,
  },
  noPolicy: {
    title: 'Row-level security without a policy',
    description: 'With row-level security and no policy, a table returns no rows, except to roles that bypass row-level security.',
    detail: (table: string) => `Table ${table} has row-level security, but no policy.`,
  },
  exposedUsers: {
    title: 'View exposes users',
    description: 'Anyone with the public key can read this view, and with it emails, phone numbers and metadata from auth.users.',
    detail: (view: string) => `View ${view} exposes data from auth.users to anyone with the public key.`,
  },
  userMetadata: {
    title: 'Policy trusts user metadata',
    description: 'Users can edit their own user_metadata. Base policies on app_metadata, which only your server can change.',
    detail: (policy: string, table: string) => `Policy ${policy} of table ${table} depends on user_metadata.`,
  },
  authCalls: {
    title: 'Policy calls auth functions for every row',
    description:
      'Postgres calls auth.uid() and similar functions for every row. Wrap them in a subquery, as in (select auth.uid()), to call them once per query.',
    detail: (policy: string, table: string) => `Policy ${policy} of table ${table} calls an auth function for every row.`,
  },
  duplicateIndex: {
    title: 'Duplicate index',
    description: 'If two indexes find the same rows in the same way, one of them only uses space and slows down writes.',
    detail: (index: string, table: string, other: string) => `Index ${index} of table ${table} duplicates ${other}.`,
  },
  permissivePolicies: {
    title: 'Several permissive policies',
    description: 'Postgres checks every permissive policy for a role and action on each row. A single policy that combines them is faster.',
    detail: (table: string, role: string, action: string, policies: readonly string[], count: number) =>
      `Table ${table} has ${count} permissive policies for ${role} and ${action}: ${policies.join(', ')}${count > policies.length ? ` and ${count - policies.length} more` : ''}.`,
  },
  foreignKey: {
    title: 'Foreign key without an index',
    description: 'Without an index on its columns, each delete or update of a referenced row reads the whole table.',
    detail: (key: string, table: string, columns: readonly string[]) => `Foreign key ${key} of table ${table} has no index on ${columns.join(', ')}.`,
  },
  unusedIndex: {
    title: 'Unused index',
    description: 'An index that no query uses takes up space and slows down every write.',
    detail: (index: string, table: string) => `Index ${index} of table ${table} hasn’t been used since statistics were last reset.`,
  },
  noPrimaryKey: {
    title: 'Table without a primary key',
    description: 'Without a primary key, single rows can’t be addressed. Editing and replication need one.',
    detail: (table: string) => `Table ${table} has no primary key.`,
  },
  realtimeToEveryone: {
    title: 'Realtime sends every row to everyone',
    description:
      'Realtime checks policies before it sends a change. Without row-level security, anyone with the public key can subscribe to every row.',
    detail: (table: string) => `Table ${table} is published to Realtime, is exposed through the API, and has no row-level security.`,
  },
  realtimeNoKey: {
    title: 'Realtime can’t tell rows apart',
    description:
      'Realtime sends no rows of a table without a primary key. Postgres also refuses to update or delete rows of such a table while it’s published, unless it has a replica identity.',
    detail: (table: string, isWritable: boolean) =>
      `Table ${table} is published to Realtime and has no primary key${isWritable ? '.' : ', so its rows can’t be updated or deleted.'}`,
  },
  realtimeToNobody: {
    title: 'Realtime sends no rows to anyone',
    description:
      'With row-level security, Realtime sends a new or changed row only to those who can select it. Without a policy for that, only secret keys receive it.',
    detail: (table: string) =>
      `Table ${table} is published to Realtime, but no policy lets anon or authenticated select its rows. Add one, or stop publishing the table.`,
  },
  leakedPasswords: {
    title: 'Leaked passwords are accepted',
    description: 'Attackers try passwords from known leaks first. Leaked password protection refuses those when users choose one.',
    detail: 'Leaked password protection is off.',
  },
  shortPasswords: {
    title: 'Short passwords allowed',
    description: (least: number) => `Short passwords can be guessed. Require at least ${least} characters.`,
    detail: (length: number) => `Passwords can be as short as ${length} characters.`,
  },
  lateCodes: {
    title: 'Email codes expire too late',
    description:
      'Anyone who later reads a mailbox or its backup can sign in with a code or link that is still valid. Let them expire within an hour.',
    detail: (seconds: number) => `Codes and links in emails expire after ${seconds} seconds.`,
  },
  shortCodes: {
    title: 'Email codes are short',
    description: (least: number) => `Short codes can be guessed. Use at least ${least} digits.`,
    detail: (length: number) => `Codes in emails have only ${length} digits.`,
  },
  noSecondFactor: {
    title: 'No second factor',
    description: 'A second factor protects accounts with leaked passwords. Let users add an authenticator app, a passkey or a phone.',
    detail: 'Users can’t add a second factor.',
  },
} as const

export const messages = { stopped: 'The project was stopped' } as const
