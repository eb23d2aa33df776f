import { alterTable } from '@colonnade/pg-meta/alter-table'
import { type Exposed, type ExposedRole, exposedRoles } from '@colonnade/pg-meta/exposure'
import { confirmRevoked, readAsCaller, revokeAccess, type RevokedAccess, runAsCaller } from '@colonnade/pg-meta/exposure-repairs'
import { checkBy, type ChangeCommand, type DatabaseChange } from '../../../scope/changes/database-change.ts'
import type { Draft } from '../../../scope/changes/draft.ts'
import { assess, canReach, canWrite } from './assess.ts'
import { repairChangeText } from './messages.ts'

/** A fix that makes an object safer. */
export type Repair =
  | { readonly kind: 'enable-rls' }
  | { readonly kind: 'as-caller' }
  | { readonly kind: 'revoke'; readonly role: ExposedRole; readonly access: RevokedAccess }

/** Names a repair among those of one object. */
export const keyOf = (repair: Repair): string => (repair.kind === 'revoke' ? `revoke ${repair.access} ${repair.role}` : repair.kind)

/** From this version on a view can read with the rights of its caller. */
const callerViewsSince = 15

/** Returns the possible fixes, the best first. `major` is the version of Postgres. */
export function repairsOf(item: Exposed, major: number): Repair[] {
  const isCallerPossible = item.has_owner_rights && (item.kind === 'function' || (item.kind === 'view' && major >= callerViewsSince))
  const whole = exposedRoles.filter((role) => canReach(item, role)).map((role) => ({ kind: 'revoke', role, access: 'all' }) as const)
  const writes = exposedRoles
    .filter((role) => canWrite(item, role) && item[`${role}_selects`])
    .map((role) => ({ kind: 'revoke', role, access: 'writes' }) as const)
  const asCaller: Repair[] = isCallerPossible ? [{ kind: 'as-caller' }] : []
  return [
    ...(item.kind === 'table' && !item.rls_enabled ? [{ kind: 'enable-rls' } as const] : []),
    ...(item.kind === 'function' ? [] : asCaller),
    ...writes,
    ...whole,
    // last, because most such functions are intentional
    ...(item.kind === 'function' ? asCaller : []),
  ]
}

/** Returns the fix that is selected at first; undefined if there are no findings. */
export function recommendedOf(item: Exposed, major: number): Repair | undefined {
  const [finding] = assess(item, exposedRoles).findings
  if (finding === undefined) return undefined
  const repairs = repairsOf(item, major)
  const [first] = repairs
  // a policy that lets anyone read is often intended, so nothing is proposed
  if (finding.kind === 'open-read') return undefined
  if (first?.kind !== 'revoke') return first
  if (finding.kind === 'open-write') {
    const isWrite = repairs.find((repair) => repair.kind === 'revoke' && repair.role === finding.role && repair.access === 'writes')
    if (isWrite) return isWrite
  }
  return repairs.find((repair) => repair.kind === 'revoke' && repair.role === finding.role && repair.access === 'all')
}

/** Returns what the chosen repairs run. Each revocation is checked, and undone if the role has access all the same. */
export function repairDraft(item: Exposed, repairs: readonly Repair[]): Draft {
  if (repairs.length === 0) return { kind: 'unchanged' }
  return { kind: 'change', change: { name: nameOf(item, repairs), commands: repairs.flatMap((repair) => commandsOf(item, repair, repairs)) } }
}

function commandsOf(item: Exposed, repair: Repair, all: readonly Repair[]): ChangeCommand[] {
  if (repair.kind === 'enable-rls') return [alterTable(item, { rls_enabled: true })]
  if (repair.kind === 'as-caller') return [item.kind === 'function' ? runAsCaller(item) : readAsCaller(item)]
  const { role, access } = repair
  const isRevokedWhole = (other: ExposedRole): boolean => all.some((each) => each.kind === 'revoke' && each.role === other && each.access === 'all')
  if (access === 'writes' && isRevokedWhole(role)) return []
  const kept = [...exposedRoles.filter((other) => other !== role && item[`${other}_calls`] && !isRevokedWhole(other)), 'service_role']
  return [revokeAccess(item, role, access, kept), checkBy(confirmRevoked(item, role, access))]
}

function nameOf({ name }: Exposed, repairs: readonly Repair[]): DatabaseChange['name'] {
  const [first] = repairs
  if (repairs.length > 1 || first === undefined) return repairChangeText.restrict(name)
  if (first.kind === 'enable-rls') return repairChangeText.enableRls(name)
  if (first.kind === 'as-caller') return repairChangeText.asCaller(name)
  return first.access === 'all' ? repairChangeText.revokeAll(name, first.role) : repairChangeText.revokeWrites(name, first.role)
}
