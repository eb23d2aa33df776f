import { useSyncExternalStore } from 'react'

/** Below the mobile breakpoint (spec §9) the list of tables is a sheet. */
const query = matchMedia('(max-width: 767px)')

export function useIsNarrow(): boolean {
  return useSyncExternalStore(
    (listener) => {
      query.addEventListener('change', listener)
      return () => query.removeEventListener('change', listener)
    },
    () => query.matches,
  )
}
