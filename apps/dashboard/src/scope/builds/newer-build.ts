import { watchedFetch } from '../reachability.ts'

let isNewer = false
const listeners = new Set<() => void>()

/** Whether the server has another build than this page. Files of this page's build that it hasn't loaded yet are gone then. */
export const newerBuild = {
  get: () => isNewer,
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}

export type BuildLook = 'same' | 'newer' | 'unreachable'

let looking: Promise<BuildLook> | undefined

/** Asks the server which build it has. Never reloads the page: only its user knows what would be lost. */
export function lookForNewerBuild(): Promise<BuildLook> {
  return (looking ??= look().finally(() => (looking = undefined)))
}

async function look(): Promise<BuildLook> {
  try {
    const response = await watchedFetch('/', { cache: 'no-store' })
    if (!response.ok) return 'unreachable'
    note(isAnother(await response.text()))
    return isNewer ? 'newer' : 'same'
  } catch {
    return 'unreachable'
  }
}

/** The entry's file name changes with each build. In development it has none. */
function isAnother(page: string): boolean {
  const mine = [...document.scripts].map(({ src }) => src).find((src) => src.includes('/assets/'))
  return mine !== undefined && page.includes('/assets/') && !page.includes(new URL(mine).pathname)
}

function note(next: boolean): void {
  if (next === isNewer) return
  isNewer = next
  for (const listener of listeners) listener()
}
