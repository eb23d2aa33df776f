/** Texts of how policies decide about a row. */
export const verdictText = {
  blocked: (policies: readonly string[]) => `blocked by ${policies.join(', ')}`,
  unreadable: (policies: readonly string[]) => `allowed by ${policies.join(', ')}, but not readable`,
  noPolicy: 'no policy allows it',
} as const

/** Texts of the list of a table's policies. */
export const policyListText = {
  all: 'For every command',
  select: 'For reads: SELECT',
  insert: 'For inserts: INSERT',
  update: 'For updates: UPDATE',
  deletes: 'For deletes: DELETE',
  empty: 'No policies yet',
  emptyOn: 'The API shows no rows of this table until you add a policy.',
  emptyOff: 'Add policies before you enable row-level security, so your app keeps working.',
  list: (heading: string) => `Policies ${heading.toLowerCase()}`,
  restrictive: 'restrictive',
  roles: (roles: readonly string[]) => `for ${roles.join(', ')}`,
  usingCheck: 'using and with check',
  using: 'using',
  check: 'with check',
  openSql: (name: string) => `Open the SQL of ${name}`,
  edit: (name: string) => `Edit ${name}`,
  duplicate: (name: string) => `Duplicate ${name}`,
  remove: (name: string) => `Delete ${name}`,
} as const

/** Texts of the form of a policy. */
export const policyFormText = {
  newTitle: (table: string) => `New policy on ${table}`,
  on: (table: string) => `Policy on ${table}`,
  create: 'Create policy',
  save: 'Save policy',
  created: (name: string) => `Policy ${name} created`,
  saved: (name: string) => `Policy ${name} saved`,
  creation: (name: string, table: string) => `Create policy ${name} on ${table}`,
  alteration: (name: string, table: string) => `Edit policy ${name} on ${table}`,
  gone: 'The policy was deleted since this list was loaded.',
  close: 'Close',
  copyOf: (name: string) => `${name} copy`,
  costs: (table: string) => `Waits until no one reads or writes ${table}, locks it briefly, and takes effect at once.`,
  rlsOff: (table: string) => ` Row-level security on ${table} is off. The policy has no effect until you enable it.`,
  recreated: ' Postgres can’t alter this, so the policy is dropped and re-created in one transaction.',
  hintAll: 'every command',
  hintSelect: 'reads',
  hintInsert: 'inserts',
  hintUpdate: 'updates',
  hintDelete: 'deletes',
  startFrom: 'Start from',
  startHint: 'Templates use the columns of this table where they fit.',
  blank: 'Blank policy',
  searchTemplates: 'Search templates',
  noTemplate: 'No matching templates',
  name: 'Name',
  namePlaceholder: 'Users read their own rows',
  command: 'Command',
  kind: 'Kind',
  permissive: 'Permissive',
  restrictive: 'Restrictive',
  permissiveHint: 'A row passes if at least one permissive policy allows it.',
  restrictiveHint: 'A row passes only if every restrictive policy and at least one permissive policy allow it.',
  using: 'Using',
  check: 'With check',
  checkHint: 'Rows as they are after a write. Defaults to the Using expression.',
  insertHint: 'Rows that can be inserted.',
  usingAll: 'Rows that can be read, updated and deleted.',
  usingSelect: 'Rows that can be read.',
  usingUpdate: 'Rows that can be updated, as they are before the update.',
  usingDelete: 'Rows that can be deleted.',
  comment: 'Comment',
  nameMissing: 'Enter a name that says who can do what',
  nameTaken: 'Another policy on this table has this name',
  nameTooLong: (most: number) => `Use at most ${most} bytes`,
  noRoles: 'Add at least one role. public stands for every role.',
  noUsing: 'Enter an expression. true allows every row.',
  noCheck: 'Enter an expression for rows that can be written. true allows every row.',
} as const

/** Texts of the field of an expression. */
export const expressionText = {
  result: (label: string) => `Check of ${label}`,
  valid: 'Valid expression',
  unchecked: (error: string) => `Couldn’t check the expression: ${error}`,
  readsItself: (table: string) =>
    `It reads ${table} itself, which applies this policy again. Postgres refuses such queries as infinite recursion. Have a SECURITY DEFINER function read the table instead.`,
  notBoolean: (message: string) => `The expression must be true or false: ${message}`,
  subject: 'the expression',
  position: (position: number) => ` (at character ${position})`,
} as const

/** Texts of the choice of roles. */
export const roleChipsText = {
  roles: 'Roles',
  hint: 'Roles that the policy applies to. public is every role, including future ones.',
  addRole: 'Add a role',
  everyRole: 'every role',
  searchRoles: 'Search roles',
  noRole: 'No matching roles',
  list: 'Roles of the policy',
  remove: (role: string) => `Remove ${role}`,
} as const

/** Texts of the dialog that deletes a policy. */
export const dropPolicyText = {
  noun: 'policy',
  deleted: (name: string) => `${name} deleted`,
  actions: { ALL: 'read or write', SELECT: 'read', INSERT: 'insert', UPDATE: 'update', DELETE: 'delete' },
  noEffect: (table: string) => `It has no effect now, because row-level security on ${table} is off.`,
  restrictive: (roles: readonly string[]) => `${roles.join(', ')} can reach the rows it blocked if another policy allows them.`,
  permissive: (roles: readonly string[], action: string) => `${roles.join(', ')} can no longer ${action} rows that only this policy allows.`,
  last: (table: string) => ` It’s the last policy that allows rows, so the API will show no rows of ${table}.`,
} as const

/** Labels of the templates of policies, and the names that they give. */
export const policyTemplatesText = {
  publicRead: 'Anyone can read every row',
  publicReadName: 'Anyone can read',
  signedInRead: 'Signed-in users can read every row',
  signedInReadName: 'Signed-in users can read',
  ownRows: 'Users manage their own rows',
  ownRead: 'Users read their own rows',
  ownInsert: 'Users insert their own rows',
  ownUpdate: 'Users update their own rows',
  ownDelete: 'Users delete their own rows',
  membersRead: 'Members of a group read its rows',
  membersReadName: 'Members read the rows of their group',
  claim: 'Users with a claim in their token manage every row',
  claimName: 'Administrators manage every row',
  secondFactor: 'Only with a second factor',
  restrictive: 'restrictive',
} as const

/** Texts of the table of what each role can reach. */
export const reachText = {
  who: 'Who',
  signedOut: 'Not signed in',
  signedIn: 'Signed in',
} as const
