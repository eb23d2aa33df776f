import type { Permission } from '@colonnade/contracts/foundation/permissions'
import type { LucideIcon } from 'lucide-react'
import { addressOf, type PageParams } from '../paths.ts'
import type { Variant } from '../scope/variant.ts'

/** What must hold for an entry to be shown; all that is named. */
export interface Requirements {
  /** One of the features that a person can have switched off. */
  readonly feature?: string
  readonly permission?: Permission
  /** Off unless it is named among the flags. */
  readonly flag?: string
  /** A part of the product that an edition may go without. */
  readonly part?: keyof Variant
}

/** One entry of a menu, as data. */
export interface MenuEntry {
  readonly label: string
  /** What it is called instead while a flag is on. */
  readonly labelWith?: { readonly flag: string; readonly label: string }
  readonly icon: LucideIcon
  /** See `pages`. */
  readonly page: string
  /** The address alone counts as being there, not those below it. */
  readonly isExact?: true
  /** Pages on which it counts as being there too. */
  readonly alsoActiveOn?: readonly string[]
  /** Pages below it on which it doesn't, as they have an entry of their own. */
  readonly exceptOn?: readonly string[]
  readonly requires?: Requirements
  /** Where it leads while the project is coming up: to the page itself, or to the project's home. The menu says what holds for most. */
  readonly whileComingUp?: 'same' | 'home'
  readonly badge?: string
  /** The key that leads there after G. */
  readonly chord?: string
}

export interface MenuGroup {
  /** None where the groups are only set apart by a line. */
  readonly heading: string | null
  readonly entries: readonly MenuEntry[]
}

export interface Menu {
  readonly whileComingUp: 'same' | 'home'
  readonly groups: readonly MenuGroup[]
}

/** Everything that decides about a menu. */
export interface MenuScope {
  readonly params: PageParams
  /** Where entries lead while the project is coming up. */
  readonly home: string
  readonly isComingUp: boolean
  readonly permissions: readonly Permission[]
  readonly variant: Variant
  readonly disabledFeatures: readonly string[]
  readonly flags: readonly string[]
  /** Whether a page has a route. */
  readonly hasPage: (route: string) => boolean
}

export interface VisibleEntry {
  /** The page that it opens, see `pages`. */
  readonly page: string
  readonly label: string
  readonly icon: LucideIcon
  readonly to: string
  readonly isExact: boolean
  /** Addresses at which it counts as being there too. */
  readonly alsoActiveAt: readonly string[]
  /** Addresses below its own at which it doesn't. */
  readonly exceptAt: readonly string[]
  /** Opens the Overview instead because the project is coming up. */
  readonly isDeferred: boolean
  readonly badge: string | null
  readonly chord: string | null
}

export interface VisibleGroup {
  readonly heading: string | null
  readonly entries: readonly VisibleEntry[]
}

/** The entries that a person sees, with their addresses; groups without any are left out. The one place that decides it. */
export function visible(menu: Menu, scope: MenuScope): VisibleGroup[] {
  return menu.groups
    .map(({ heading, entries }) => ({
      heading,
      entries: entries
        .filter(({ page, requires }) => scope.hasPage(routeOf(page)) && isMet(requires ?? {}, scope))
        .map((entry) => resolve(entry, menu.whileComingUp, scope)),
    }))
    .filter(({ entries }) => entries.length > 0)
}

/** The route of a page: what comes before its query and its fragment. */
function routeOf(page: string): string {
  return page.replace(/[?#].*$/, '')
}

/** Returns whether everything that is named holds. */
export function isMet(
  { feature, permission, flag, part }: Requirements,
  scope: Pick<MenuScope, 'disabledFeatures' | 'permissions' | 'flags' | 'variant'>,
): boolean {
  return (
    (feature === undefined || !scope.disabledFeatures.includes(feature)) &&
    (permission === undefined || scope.permissions.includes(permission)) &&
    (flag === undefined || scope.flags.includes(flag)) &&
    (part === undefined || scope.variant[part])
  )
}

function resolve(entry: MenuEntry, whileComingUp: 'same' | 'home', scope: MenuScope): VisibleEntry {
  const isDeferred = scope.isComingUp && (entry.whileComingUp ?? whileComingUp) === 'home'
  const { labelWith } = entry
  return {
    page: entry.page,
    label: labelWith !== undefined && scope.flags.includes(labelWith.flag) ? labelWith.label : entry.label,
    icon: entry.icon,
    to: isDeferred ? scope.home : addressOf(entry.page, scope.params),
    isExact: entry.isExact ?? false,
    alsoActiveAt: (entry.alsoActiveOn ?? []).map((page) => addressOf(page, scope.params)),
    exceptAt: (entry.exceptOn ?? []).map((page) => addressOf(page, scope.params)),
    isDeferred,
    badge: entry.badge ?? null,
    chord: entry.chord ?? null,
  }
}
