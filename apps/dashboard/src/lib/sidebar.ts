/** Spec §2 and §9. */
export const sidebarCookie = 'sidebar:state'
export const sidebarCookieMaxAgeSeconds = 604_800

export const sidebarBehaviors = [
  { value: 'expanded', label: 'Expanded' },
  { value: 'collapsed', label: 'Collapsed' },
  { value: 'hover', label: 'Expand on hover' },
] as const
export type SidebarBehavior = (typeof sidebarBehaviors)[number]['value']

export const sidebarBehaviorKey = 'sidebar-behavior'

export function parseSidebarBehavior(value: string | null): SidebarBehavior {
  return sidebarBehaviors.find((behavior) => behavior.value === value)?.value ?? 'hover'
}

/** The cookie that keeps whether the sidebar is open. */
export function sidebarCookieText(isOpen: boolean): string {
  return `${sidebarCookie}=${isOpen}; path=/; max-age=${sidebarCookieMaxAgeSeconds}; samesite=lax`
}
