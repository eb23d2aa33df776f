import { type Permission, permissions } from '@colonnade/contracts/foundation/permissions'
import { permissionWords } from '@colonnade/contracts/organizations/role-words'

/** Permissions by area. */
export const permissionAreas: readonly (readonly [title: string, permissions: readonly Permission[]])[] = [
  ['Organizations', permissions.filter((each) => /^(?:organizations?|members|roles|billing|audit):/.test(each))],
  ['Projects', permissions.filter((each) => /^(?:projects|service_keys|preview_branches):/.test(each))],
  ['Databases', permissions.filter((each) => each.startsWith('database:'))],
  ['Services', permissions.filter((each) => each.endsWith(':all'))],
]

export interface AreaExplanation {
  readonly title: string
  /** Full sentences; null if there are none. */
  readonly may: string | null
  readonly mayNot: string | null
}

/** Returns what a set of permissions allows and doesn't allow, as sentences. */
export function explainPermissions(held: readonly Permission[]): AreaExplanation[] {
  const sentence = (verb: string, list: readonly Permission[]) =>
    list.length === 0 ? null : `${verb} ${list.map((each) => permissionWords[each]).join('; ')}.`
  return permissionAreas.map(([title, all]) => ({
    title,
    may: sentence(
      'Can',
      all.filter((each) => held.includes(each)),
    ),
    mayNot: sentence(
      'Can’t',
      all.filter((each) => !held.includes(each)),
    ),
  }))
}
