/** Texts of the list of tables with their policies. */
export const policiesText = {
  title: 'Policies',
  description: 'Control which rows each role can read and write, with row-level security and policies.',
  noun: 'table',
  newTable: 'New table',
  table: 'Table',
  rls: 'Row-level security',
  empty: (schema: string) => `No tables in ${schema} yet`,
  emptyText: 'Policies belong to tables. Create a table first, or choose another schema.',
  gone: 'The table was deleted, renamed or moved to another schema.',
  rlsOn: 'Row-level security is on',
  rlsOff: 'Row-level security is off',
  partitionOf: (parent: string) => `partition of ${parent}`,
  tableIn: (schema: string) => `Table in ${schema}`,
  off: 'Off',
  on: 'On',
  offUnused: 'Off, policies have no effect',
  forced: 'On, also for the owner',
  openPartitions: (state: string, count: number) => `${state}, off for ${count === 1 ? '1 partition' : `${count} partitions`}`,
  noRows: (state: string) => `${state}, API sees no rows`,
  noPolicies: 'None',
} as const

/** Texts of the button that creates a policy. */
export const newPolicyText = {
  action: 'New policy',
  label: 'Table of the new policy',
  search: 'Search tables',
  rlsOff: 'RLS off',
  noMatch: 'No matching tables',
} as const

/** Texts of the panel of a table. */
export const tablePoliciesText = {
  newPolicy: 'New policy',
  close: 'Close',
  parts: (name: string) => `Parts of ${name}`,
  policies: 'Policies',
  try: 'Test',
} as const

const its = (count: number) => (count === 1 ? 'its partition' : `its ${count} partitions`)

/** Texts of the switches of row-level security. */
export const rowSecurityText = {
  label: 'Row-level security',
  off: 'Row-level security is off',
  on: 'Row-level security is on',
  forced: 'Row-level security is on, also for the owner',
  someOwner: 'the owner',
  more: (count: number) => ` and ${count} more`,
  noPolicies: ' There are no policies, so no one can see or change rows, except roles that bypass row-level security.',
  forcedButOff: ' It’s set to apply to the owner as well once you turn it on.',
  ownerExempt: (owner: string) => ` ${owner} owns the table and sees every row.`,
  partition: (parent: string, name: string) =>
    `Partitions have their own row-level security. Queries on ${parent} follow its policies; queries on ${name} itself follow the policies below.`,
  openPartitions: (names: string, count: number) =>
    `It’s off for ${names}. Queries on ${count === 1 ? 'that partition' : 'those partitions'} directly show rows regardless of these policies.`,
  enablePartitionsAsk: (count: number) => `Enable RLS on ${its(count)}…`,
  disableAsk: 'Disable RLS…',
  enableAsk: 'Enable RLS…',
  exemptAsk: 'Exempt the owner…',
  forceAsk: 'Also apply to the owner…',
  disableTitle: (name: string) => `Disable row-level security on ${name}?`,
  enableTitle: (name: string) => `Enable row-level security on ${name}?`,
  disable: 'Disable RLS',
  enable: 'Enable RLS',
  exemptTitle: (name: string) => `Exempt the owner of ${name} from row-level security?`,
  forceTitle: (name: string) => `Apply row-level security to the owner of ${name}?`,
  exempt: 'Exempt owner',
  force: 'Apply to owner',
  enablePartitionsTitle: (count: number) => `Enable row-level security on ${its(count)}?`,
  enablePartitionsText: (table: string, names: string, count: number) =>
    `Queries on ${table} stay as they are. Queries on ${names} directly will show anon and authenticated only the rows that policies of ${count === 1 ? 'that partition' : 'those partitions'} allow. You can disable it again.`,
} as const
