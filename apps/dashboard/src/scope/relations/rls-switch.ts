import { alterTable } from '@colonnade/pg-meta/alter-table'
import { toast } from '@colonnade/ui'
import { runChange } from '../changes/database-change.ts'

/** Switches need a short lock: they wait for as long as somebody else holds the table, and no longer. */
const timeoutMs = 60_000

/** Switches row-level security of a table, and says so. @throws AppError by SQLSTATE */
export async function switchRls(ref: string, { schema, name }: { readonly schema: string; readonly name: string }, isOn: boolean): Promise<void> {
  const commands = [alterTable({ schema, name }, { rls_enabled: isOn })]
  await runChange(ref, { name: `${isOn ? 'Enable' : 'Disable'} row-level security of ${name}`, commands }, { timeoutMs })
  toast.success(isOn ? `Row-level security of ${name} is on: the API shows only rows that a policy allows` : `Row-level security of ${name} is off`)
}

/** Enables row-level security of all partitions that a table has it off for, at once, and says so. @throws AppError by SQLSTATE */
export async function enableRlsOf(
  ref: string,
  table: string,
  partitions: readonly { readonly schema: string; readonly name: string }[],
): Promise<void> {
  const commands = partitions.map((partition) => alterTable(partition, { rls_enabled: true }))
  await runChange(ref, { name: `Enable row-level security of the partitions of ${table}`, commands }, { timeoutMs })
  toast.success(`Row-level security of the partitions of ${table} is on`)
}

/** What row-level security does to a table, on or off. */
export function stateText(isOn: boolean): string {
  return isOn
    ? 'The API shows only rows that a policy allows.'
    : 'Whoever has the anon key can read and change every row through the API, as far as its role is granted.'
}

/** What changes when it is switched, for the person who is about to; `policies` is null where their number is not known. */
export function switchText(isOn: boolean, policies: number | null): string {
  if (!isOn) {
    if (policies === null) return `${stateText(false).replace('can read', 'can then read')} Policies stay, and do nothing.`
    const lost = policies === 0 ? '' : ` ${policies === 1 ? 'Its policy stays, and does' : `Its ${policies} policies stay, and do`} nothing.`
    return `${stateText(false).replace('can read', 'can then read')}${lost}`
  }
  const start = 'From then on the API shows and changes only rows that a policy allows.'
  if (policies === null) return `${start} It can be disabled again.`
  return policies === 0
    ? `${start} There is no policy yet, so anon and authenticated will see no row at all until you add one; what your application reads with those keys stops working. It can be disabled again.`
    : `${start} ${policies === 1 ? 'The one policy there is takes' : `The ${policies} policies there are take`} effect at once. It can be disabled again.`
}

/** Switches whether row-level security holds for the owner of a table, too, and says so. @throws AppError by SQLSTATE */
export async function switchForcedRls(
  ref: string,
  { schema, name }: { readonly schema: string; readonly name: string },
  isForced: boolean,
): Promise<void> {
  const commands = [alterTable({ schema, name }, { rls_forced: isForced })]
  await runChange(ref, { name: `${isForced ? 'Force' : 'No longer force'} row-level security of ${name}`, commands }, { timeoutMs })
  toast.success(isForced ? `The owner of ${name} is held to its policies, too` : `The owner of ${name} sees and changes every row again`)
}

/** What changes when it is forced, or no longer, for the person who is about to. */
export function forcedText(isForced: boolean, owner: string): string {
  return isForced
    ? `From then on policies hold for ${owner}, who owns the table, too, and for views and functions that run as ${owner}; roles that bypass row-level security still see every row. It does nothing while row-level security is off.`
    : `From then on ${owner}, who owns the table, sees and changes every row again, and so do views and functions that run as ${owner}.`
}
