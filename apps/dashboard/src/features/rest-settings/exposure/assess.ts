import type { Exposed, ExposedRole } from '@colonnade/pg-meta/exposure'
import type { Tone } from '@colonnade/ui'

/** Kinds of findings, the worst first. */
export const findingKinds = [
  'unprotected-write',
  'unprotected-read',
  'open-write',
  'owner-view-write',
  'owner-view-read',
  'open-read',
  'unprotectable',
  'owner-function',
] as const
export type FindingKind = (typeof findingKinds)[number]

export interface Finding {
  readonly kind: FindingKind
  readonly role: ExposedRole
}

/** An object with its findings, as the list shows it. */
export interface Assessment {
  readonly item: Exposed
  /** The worst first. */
  readonly findings: readonly Finding[]
  /** 0 is the worst; objects that are fine follow those with findings. */
  readonly rank: number
}

const isSerious: Readonly<Record<FindingKind, boolean>> = {
  'unprotected-write': true,
  'unprotected-read': true,
  'open-write': true,
  'owner-view-write': true,
  'owner-view-read': true,
  // often intended
  'open-read': false,
  unprotectable: false,
  'owner-function': false,
}

export const toneOf = ({ kind }: Finding): Tone => (isSerious[kind] ? 'danger' : 'warning')

export const canWrite = (item: Exposed, role: ExposedRole): boolean => item[`${role}_inserts`] || item[`${role}_updates`] || item[`${role}_deletes`]

/** Returns whether requests as the role reach the object, before any policies apply. */
export const canReach = (item: Exposed, role: ExposedRole): boolean => item[`${role}_selects`] || item[`${role}_calls`] || canWrite(item, role)

/** Judges an object by what these roles can do. `anon` is anyone who has the publishable key, so its findings come first. */
export function assess(item: Exposed, roles: readonly ExposedRole[]): Assessment {
  const findings = roles.flatMap((role) => {
    const kind = kindOf(item, role)
    return kind === null ? [] : [{ kind, role }]
  })
  findings.sort((one, other) => rankOf(one) - rankOf(other))
  const [worst] = findings
  const rank = worst === undefined ? findingKinds.length * 2 + (roles.some((role) => canReach(item, role)) ? 0 : 1) : rankOf(worst)
  return { item, findings, rank }
}

const rankOf = ({ kind, role }: Finding): number => findingKinds.indexOf(kind) + (role === 'anon' ? 0 : findingKinds.length)

function kindOf(item: Exposed, role: ExposedRole): FindingKind | null {
  if (!canReach(item, role)) return null
  const isWritten = canWrite(item, role)
  switch (item.kind) {
    case 'table':
      if (!item.rls_enabled) return isWritten ? 'unprotected-write' : 'unprotected-read'
      return item[`${role}_writes_all`] ? 'open-write' : item[`${role}_reads_all`] ? 'open-read' : null
    case 'view':
      return item.has_owner_rights ? (isWritten ? 'owner-view-write' : 'owner-view-read') : null
    case 'function':
      return item.has_owner_rights ? 'owner-function' : null
    default:
      return 'unprotectable'
  }
}
