/** Texts about row-level security of a table. */
export const rlsText = {
  change: (name: string, isOn: boolean) => `${isOn ? 'Enable' : 'Disable'} row-level security on ${name}`,
  done: (name: string, isOn: boolean) => `Row-level security ${isOn ? 'enabled' : 'disabled'} on ${name}`,
  partitionsChange: (table: string) => `Enable row-level security on partitions of ${table}`,
  partitionsDone: (table: string) => `Row-level security enabled on the partitions of ${table}`,
  on: 'The API shows only rows that a policy allows.',
  off: 'Anyone with the anon key can read and change every row through the API, as far as the role’s privileges allow.',
  turnOff: 'Anyone with the anon key will be able to read and change every row through the API, as far as the role’s privileges allow.',
  unusedPolicies: (count: number | null) =>
    count === 0
      ? ''
      : count === 1
        ? ' Its policy stays, but has no effect.'
        : count === null
          ? ' Policies stay, but have no effect.'
          : ` Its ${count} policies stay, but have no effect.`,
  turnOn: (count: number | null) =>
    `The API will show and change only rows that a policy allows. ${
      count === 0
        ? 'There are no policies yet, so anon and authenticated see no rows until you add one, and your app stops working where it uses those keys. '
        : count === 1
          ? 'The existing policy takes effect at once. '
          : count === null
            ? ''
            : `The ${count} existing policies take effect at once. `
    }You can disable it again.`,
  forcedChange: (name: string, isForced: boolean) => `${isForced ? 'Force' : 'Stop forcing'} row-level security on ${name}`,
  forcedDone: (name: string, isForced: boolean) =>
    isForced ? `Row-level security applies to the owner of ${name}` : `The owner of ${name} is exempt from row-level security`,
  force: (owner: string) =>
    `Policies will also apply to ${owner}, who owns the table, and to views and functions that run as ${owner}. Roles that bypass row-level security still see every row. This has no effect while row-level security is off.`,
  exempt: (owner: string) =>
    `${owner}, who owns the table, will see and change every row again, and so will views and functions that run as ${owner}.`,
} as const

/** Texts about any relation. */
export const relationText = {
  gone: (name: string) => `${name} no longer exists`,
} as const
