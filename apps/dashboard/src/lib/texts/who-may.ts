import type { Permission } from '@colonnade/contracts/foundation/permissions'
import { holdersOf } from '@colonnade/contracts/organizations/role-words'

/** What is said where somebody may not do something: which of the roles that every organization has can. `what` goes on from "can". */
export function whoMay(permission: Permission, what: string): string {
  const list = holdersOf(permission)
  return `${list.charAt(0).toUpperCase()}${list.slice(1)} can ${what}.`
}
