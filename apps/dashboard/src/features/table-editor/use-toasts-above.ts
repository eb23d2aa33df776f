import { useLayoutEffect } from 'react'

/** The footer of a table and the bar of changes. */
const toastBottom = '5.5rem'

/** Messages stand above the foot of a table. For the whole page and not by table: the browser computes all styles again for it. */
export function useToastsAbove(): void {
  useLayoutEffect(() => {
    const { style } = document.documentElement
    style.setProperty('--toast-bottom', toastBottom)
    return () => {
      style.removeProperty('--toast-bottom')
    }
  }, [])
}
