import { useSyncExternalStore } from 'react'

const query = matchMedia('(max-width: 767px)')

/** Whether the window is below the mobile breakpoint (spec §9: 768 px). */
export function useIsNarrow(): boolean {
  return useSyncExternalStore(
    (listener) => {
      query.addEventListener('change', listener)
      return () => query.removeEventListener('change', listener)
    },
    () => query.matches,
  )
}
