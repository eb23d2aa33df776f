import type { Exposed, ExposedRole } from '@colonnade/pg-meta/exposure'
import { canReach, type Finding } from './assess.ts'
import { findingText, protectionText, repairText } from './messages.ts'
import type { Repair } from './repair-draft.ts'

/** Returns the title of a finding: "anon can write every row". */
export function findingTitle({ kind, role }: Finding, item: Exposed): string {
  switch (kind) {
    case 'unprotected-write':
      return findingText.unprotectedWrite(role)
    case 'unprotected-read':
      return findingText.unprotectedRead(role)
    case 'open-write':
      return findingText.openWrite(findingText.people[role])
    case 'open-read':
      return findingText.openRead(findingText.people[role])
    case 'owner-view-write':
      return findingText.viewWrite(role)
    case 'owner-view-read':
      return findingText.viewRead(role)
    case 'unprotectable':
      return findingText.unprotectable(role)
    case 'owner-function':
      return findingText.ownerFunction(role, item.owner)
  }
}

/** Explains in one or two sentences why a finding matters. */
export function findingReason({ kind, role }: Finding, { owner, policies, kind: noun }: Exposed): string {
  switch (kind) {
    case 'unprotected-write':
    case 'unprotected-read':
      return findingText.rlsOff(role, kind === 'unprotected-write', policies)
    case 'open-write':
    case 'open-read':
      return findingText.alwaysTrue(role, kind === 'open-write')
    case 'owner-view-write':
    case 'owner-view-read':
      return findingText.viewRights(owner, role)
    case 'unprotectable':
      return findingText.noRls(noun, role)
    case 'owner-function':
      return findingText.functionRights(owner, role)
  }
}

/** Returns what protects an object: "RLS on, 2 policies". */
export function protectionOf(item: Exposed): string {
  const { kind, rls_enabled: isOn, policies, has_owner_rights: hasOwnerRights } = item
  if (kind === 'view' || kind === 'function') return hasOwnerRights ? protectionText.ownersRights : protectionText.callersRights
  if (kind !== 'table') return protectionText.none
  if (!isOn) return protectionText.rlsOff
  if (item.anon_reads_all || item.anon_writes_all) return protectionText.rlsOpen
  return policies === 0 ? protectionText.rlsNoPolicies : protectionText.rlsPolicies(policies)
}

/** Returns what a role can do: "Read, insert"; "No rows" if no policy allows any. */
export function accessText(item: Exposed, role: ExposedRole): string {
  if (!canReach(item, role)) return '–'
  if (item[`${role}_calls`]) return protectionText.call
  if (item.kind === 'table' && item.rls_enabled && item[`${role}_policies`] === 0) return protectionText.noRows
  const writes = (['insert', 'update', 'delete'] as const).filter((verb) => item[`${role}_${verb}s`])
  const words = [...(item[`${role}_selects`] ? ['read'] : []), ...(writes.length === 3 ? ['write'] : writes)]
  const text = words.join(', ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** Returns what roles can do in a single line: "anon: Read · authenticated: –". */
export function reachText(item: Exposed, roles: readonly ExposedRole[]): string {
  if (!roles.some((role) => canReach(item, role))) return protectionText.notReachable
  return roles.map((role) => `${role}: ${accessText(item, role)}`).join(' · ')
}

export function repairLabel(repair: Repair): string {
  if (repair.kind === 'enable-rls') return repairText.enableRls
  if (repair.kind === 'as-caller') return repairText.asCaller
  return repair.access === 'all' ? repairText.revokeAll(repair.role) : repairText.revokeWrites(repair.role)
}

/** Returns what a fix does to clients. */
export function repairHint(repair: Repair, item: Exposed): string {
  if (repair.kind === 'enable-rls') return repairText.policiesApply(item.policies)
  if (repair.kind === 'as-caller') return repairText.accessNeeded(item.kind === 'view')
  const shared = item.is_public && item.kind !== 'function' ? repairText.publicLoses : ''
  return (repair.access === 'all' ? repairText.refused : repairText.readOnly) + shared
}
