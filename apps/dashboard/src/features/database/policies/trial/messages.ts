/** Texts of the answers to a test of policies. */
export const trialText = {
  stopped: (seconds: number) => `Stopped after ${seconds} seconds. An expression of a policy, or a function it calls, runs too long or never ends.`,
  loop: 'A policy of this table reads the table again, directly or through another table. Have a SECURITY DEFINER function read it instead.',
  off: (table: string) => `Row-level security on ${table} is off, so policies have no effect.`,
  bypasses: (role: string) => `${role} bypasses row-level security.`,
  owns: (role: string) => `${role} owns the table, and row-level security doesn’t apply to the owner.`,
  noRow: 'No row changed. Policies hide it from this command, or a trigger prevented the change.',
  rolledBack: 'The database accepted the write, then rolled it back.',
} as const

/** Texts of the rows of a test. */
export const triedRowsText = {
  empty: 'The table has no rows to test with.',
  passing: (passing: number, tried: number, isCut: boolean, command: string) =>
    `${passing} of ${isCut ? 'the first ' : ''}${tried} ${tried === 1 ? 'row passes' : 'rows pass'} for ${command}`,
  label: 'Tested rows',
  passes: 'Passes',
  yes: 'yes',
  no: 'no',
  row: 'Row',
  decided: 'Decided by',
  unbound: 'no policy applies',
  changed: 'the row changed during the test; test again',
  write: 'Write',
  tryWrite: (row: string) => `Test writing ${row}`,
  try: 'Test',
} as const

/** Texts of the form of a test. */
export const tryText = {
  as: 'Test as',
  asRole: 'A role',
  asUser: 'A user',
  role: 'Role',
  searchRoles: 'Search roles',
  noRole: 'No matching roles',
  command: 'Command',
  sub: 'sub',
  subHint: 'The user’s id, returned by auth.uid()',
  claims: 'More claims',
  claimsHint: 'A JSON object. Replaces claims of the same name.',
  values: 'Values',
  insertHint: 'The new row, as JSON. Columns you leave out get their defaults.',
  updateHint: 'The new values for each tested row, as JSON',
  rolledBack: 'Writes run in a transaction that’s rolled back. Sequences still advance, and anything that triggers send elsewhere is still sent.',
  submit: 'Test',
  allowed: 'Allowed. ',
  refused: 'Refused. ',
  gone: (role: string) => `The table or the role ${role} no longer exists`,
  notJson: (message: string) => `The values aren’t valid JSON: ${message}`,
  notObject: 'The values must be a JSON object: {"column": "value"}',
} as const
