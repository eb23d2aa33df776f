import { alterTable } from '@colonnade/pg-meta/alter-table'
import { toast } from '@colonnade/ui'
import { runChange } from '../changes/database-change.ts'
import { rlsText } from './messages.ts'

/** A switch needs a short lock, and waits at most this long for the table. */
const timeoutMs = 60_000

/** Switches row-level security on a table, and confirms it. @throws AppError by SQLSTATE */
export async function switchRls(ref: string, { schema, name }: { readonly schema: string; readonly name: string }, isOn: boolean): Promise<void> {
  const commands = [alterTable({ schema, name }, { rls_enabled: isOn })]
  await runChange(ref, { name: rlsText.change(name, isOn), commands }, { timeoutMs })
  toast.success(rlsText.done(name, isOn))
}

/** Enables row-level security on several partitions at once, and confirms it. @throws AppError by SQLSTATE */
export async function enableRlsOf(
  ref: string,
  table: string,
  partitions: readonly { readonly schema: string; readonly name: string }[],
): Promise<void> {
  const commands = partitions.map((partition) => alterTable(partition, { rls_enabled: true }))
  await runChange(ref, { name: rlsText.partitionsChange(table), commands }, { timeoutMs })
  toast.success(rlsText.partitionsDone(table))
}

/** Explains the effect of row-level security, on or off. */
export function stateText(isOn: boolean): string {
  return isOn ? rlsText.on : rlsText.off
}

/** Explains what switching row-level security changes; `policies` is null if their number isn't known. */
export function switchText(isOn: boolean, policies: number | null): string {
  return isOn ? rlsText.turnOn(policies) : `${rlsText.turnOff}${rlsText.unusedPolicies(policies)}`
}

/** Switches whether row-level security applies to a table's owner, and confirms it. @throws AppError by SQLSTATE */
export async function switchForcedRls(
  ref: string,
  { schema, name }: { readonly schema: string; readonly name: string },
  isForced: boolean,
): Promise<void> {
  const commands = [alterTable({ schema, name }, { rls_forced: isForced })]
  await runChange(ref, { name: rlsText.forcedChange(name, isForced), commands }, { timeoutMs })
  toast.success(rlsText.forcedDone(name, isForced))
}

/** Explains what forcing row-level security changes, or no longer forcing it. */
export function forcedText(isForced: boolean, owner: string): string {
  return isForced ? rlsText.force(owner) : rlsText.exempt(owner)
}
