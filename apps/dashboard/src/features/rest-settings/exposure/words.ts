import type { Exposed, ExposedRole } from '@colonnade/pg-meta/exposure'
import { canReach, type Finding } from './assess.ts'
import type { Repair } from './repair-draft.ts'

export const listText = 'What requests with the publishable key (anon) and signed-in users (authenticated) can reach, worst first.'
export const emptyTitle = 'Nothing is exposed'
export const emptyText = 'The exposed schemas have no tables, views or functions.'
export const noRoleTitle = (role: ExposedRole): string => `${role} can’t reach anything`
export const fineText = 'No problems found'
export const goneText = 'It was dropped or renamed, or its schema is no longer exposed.'

/** "anon can write every row". */
export function findingText({ kind, role }: Finding, item: Exposed): string {
  switch (kind) {
    case 'unprotected-write':
      return `${role} can write every row`
    case 'unprotected-read':
      return `${role} can read every row`
    case 'open-write':
      return `${everybody[role]} may write every row`
    case 'open-read':
      return `${everybody[role]} may read every row`
    case 'owner-view-write':
      return `${role} writes past RLS`
    case 'owner-view-read':
      return `${role} reads past RLS`
    case 'unprotectable':
      return `${role} can reach it without RLS`
    case 'owner-function':
      return `${role} runs it as ${item.owner}`
  }
}

/** Whom a policy that is always true lets in. */
const everybody: Readonly<Record<ExposedRole, string>> = { anon: 'Everybody', authenticated: 'Every signed-in user' }

/** Why a finding matters, in one or two sentences. */
export function reasonText({ kind, role }: Finding, { owner, policies, kind: noun }: Exposed): string {
  switch (kind) {
    case 'unprotected-write':
    case 'unprotected-read': {
      const reached = kind === 'unprotected-write' ? 'change' : 'read'
      const lost =
        policies === 0 ? '' : policies === 1 ? ' Its policy has no effect.' : ` Its ${policies.toLocaleString('en')} policies have no effect.`
      return `Row-level security is off, so nothing limits which rows ${role} can ${reached}.${lost}`
    }
    case 'open-write':
    case 'open-read':
      return `A policy for ${role} is always true, so row-level security doesn’t limit which rows ${role} can ${kind === 'open-write' ? 'write' : 'read'}. Keep it only if that’s what you want.`
    case 'owner-view-write':
    case 'owner-view-read':
      return `The view uses its tables with the rights of ${owner}, so their policies for ${role} don’t apply.`
    case 'unprotectable':
      return `A ${noun} can’t have row-level security, so ${role} sees every row.`
    case 'owner-function':
      return `The function runs with the rights of ${owner}. Make sure that it checks what ${role} is allowed to do.`
  }
}

/** What protects an object: "RLS on, 2 policies". */
export function protectionText(item: Exposed): string {
  const { kind, rls_enabled: isOn, policies, has_owner_rights: hasOwnerRights } = item
  if (kind === 'view' || kind === 'function') return hasOwnerRights ? 'Owner’s rights' : 'Caller’s rights'
  if (kind !== 'table') return 'None'
  if (!isOn) return 'RLS off'
  if (item.anon_reads_all || item.anon_writes_all) return 'RLS on, always true for anon'
  return policies === 0 ? 'RLS on, no policies' : `RLS on, ${policies === 1 ? '1 policy' : `${policies.toLocaleString('en')} policies`}`
}

/** What a role can do: "Read, insert"; "No rows" where no policy lets it. */
export function accessText(item: Exposed, role: ExposedRole): string {
  if (!canReach(item, role)) return '–'
  if (item[`${role}_calls`]) return 'Call'
  if (item.kind === 'table' && item.rls_enabled && item[`${role}_policies`] === 0) return 'No rows'
  const writes = (['insert', 'update', 'delete'] as const).filter((verb) => item[`${role}_${verb}s`])
  const words = [...(item[`${role}_selects`] ? ['read'] : []), ...(writes.length === 3 ? ['write'] : writes)]
  const text = words.join(', ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** "anon: Read · authenticated: –", where there is room for one line only. */
export function reachText(item: Exposed, roles: readonly ExposedRole[]): string {
  if (!roles.some((role) => canReach(item, role))) return 'Not reachable'
  return roles.map((role) => `${role}: ${accessText(item, role)}`).join(' · ')
}

export function repairLabel(repair: Repair): string {
  if (repair.kind === 'enable-rls') return 'Enable row-level security'
  if (repair.kind === 'as-caller') return 'Use the rights of the caller'
  return repair.access === 'all' ? `Revoke all access from ${repair.role}` : `Revoke write access from ${repair.role}`
}

/** What a repair does to clients. */
export function repairHint(repair: Repair, item: Exposed): string {
  if (repair.kind === 'enable-rls') {
    if (item.policies === 0) return 'Clients see no rows until you add a policy.'
    return item.policies === 1 ? 'Its policy takes effect at once.' : `Its ${item.policies.toLocaleString('en')} policies take effect at once.`
  }
  if (repair.kind === 'as-caller') {
    const user = item.kind === 'view' ? 'the tables that the view uses' : 'everything that the function uses'
    return `anon and authenticated then need access to ${user}.`
  }
  const shared =
    item.is_public && item.kind !== 'function' ? ' PUBLIC has access too and loses it, with every role that has no grant of its own.' : ''
  return (repair.access === 'all' ? 'Requests as this role are refused.' : 'Requests as this role can only read.') + shared
}

export const doneText = ({ name }: Exposed): string => `Access to ${name} restricted`
