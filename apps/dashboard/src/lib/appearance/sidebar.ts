/** Spec §2 and §9. */
export const sidebarCookie = 'sidebar:state'
export const sidebarCookieMaxAgeSeconds = 604_800

/** The choices, the default first. */
export const sidebarBehaviors = [
  { value: 'hover', label: 'Expand on hover' },
  { value: 'expanded', label: 'Expanded' },
  { value: 'collapsed', label: 'Collapsed' },
] as const
export type SidebarBehavior = (typeof sidebarBehaviors)[number]['value']
export const defaultSidebarBehavior: SidebarBehavior = 'hover'

/** The cookie that keeps whether the sidebar is open. */
export function sidebarCookieText(isOpen: boolean): string {
  return `${sidebarCookie}=${isOpen}; path=/; max-age=${sidebarCookieMaxAgeSeconds}; samesite=lax`
}
