import { type Permission, permissions } from '@colonnade/contracts/foundation/permissions'
import { permissionWords } from '@colonnade/contracts/organizations/role-words'

/** Permissions under what they are about. */
export const permissionAreas: readonly (readonly [title: string, permissions: readonly Permission[]])[] = [
  ['Organizations', permissions.filter((each) => /^(?:organizations?|members|roles|billing|audit):/.test(each))],
  ['Projects', permissions.filter((each) => /^(?:projects|service_keys|preview_branches):/.test(each))],
  ['Databases', permissions.filter((each) => each.startsWith('database:'))],
  ['Services', permissions.filter((each) => each.endsWith(':all'))],
]

export interface AreaExplanation {
  readonly title: string
  /** Whole sentences; null where there is nothing to be said. */
  readonly may: string | null
  readonly mayNot: string | null
}

/** What somebody may do who holds these permissions, and what not, in words. */
export function explainPermissions(held: readonly Permission[]): AreaExplanation[] {
  const sentence = (verb: string, list: readonly Permission[]) =>
    list.length === 0 ? null : `${verb} ${list.map((each) => permissionWords[each]).join('; ')}.`
  return permissionAreas.map(([title, all]) => ({
    title,
    may: sentence(
      'May',
      all.filter((each) => held.includes(each)),
    ),
    mayNot: sentence(
      'May not',
      all.filter((each) => !held.includes(each)),
    ),
  }))
}
