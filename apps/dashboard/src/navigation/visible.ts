import type { Permission } from '@colonnade/contracts'
import type { LucideIcon } from 'lucide-react'

/** What must hold for an entry to be shown. */
export interface Requirements {
  /** One of the person's features that are not switched off. */
  readonly feature?: string
  readonly permission?: Permission
  readonly flag?: string
  readonly variant?: Variant
}

export type Variant = 'hosted' | 'self-hosted'

/** One entry of a menu, as data. Its address is made from the project's ref or the organization's slug. */
export interface MenuEntry {
  readonly label: string
  readonly icon: LucideIcon
  readonly to: (id: string) => string
  /** The address alone counts as being there, not those below it. */
  readonly isExact?: true
  readonly requires?: Requirements
  /** Where it leads while the project is coming up: to the project's home unless it says `same`. */
  readonly whileComingUp?: 'same'
  readonly badge?: string
}

/** Groups are set apart by a line. */
export type Menu = readonly (readonly MenuEntry[])[]

export interface MenuScope {
  readonly id: string
  /** Where entries lead while the project is coming up. */
  readonly home: string
  readonly isComingUp: boolean
  readonly permissions: readonly Permission[]
  readonly variant: Variant
  readonly disabledFeatures: readonly string[]
  readonly flags: readonly string[]
}

export interface VisibleEntry {
  readonly label: string
  readonly icon: LucideIcon
  readonly to: string
  readonly isExact: boolean
  /** Leads to the project's home only because the project is coming up. */
  readonly isDeferred: boolean
  readonly badge: string | null
}

/** The entries that a person sees, with their addresses; groups without any are left out. The one place that decides it. */
export function visible(menu: Menu, scope: MenuScope): VisibleEntry[][] {
  return menu
    .map((group) => group.filter((entry) => isMet(entry.requires ?? {}, scope)).map((entry) => resolve(entry, scope)))
    .filter((group) => group.length > 0)
}

function isMet({ feature, permission, flag, variant }: Requirements, scope: MenuScope): boolean {
  return (
    (feature === undefined || !scope.disabledFeatures.includes(feature)) &&
    (permission === undefined || scope.permissions.includes(permission)) &&
    (flag === undefined || scope.flags.includes(flag)) &&
    (variant === undefined || variant === scope.variant)
  )
}

function resolve({ label, icon, to, isExact, whileComingUp, badge }: MenuEntry, scope: MenuScope): VisibleEntry {
  const isDeferred = scope.isComingUp && whileComingUp !== 'same'
  return { label, icon, to: isDeferred ? scope.home : to(scope.id), isDeferred, isExact: isExact ?? false, badge: badge ?? null }
}
