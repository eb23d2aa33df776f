import { useEffect, useRef } from 'react'

/**
 * For a page that becomes another under the same path, by what its search says: what had the focus can go with what was shown. Then what
 * is shown now has it, or Tab would begin at the top again. What goes from one path to another has it from the shell.
 */
export function useFocusOnNext(shown: string | undefined): void {
  const last = useRef(shown)
  useEffect(() => {
    if (last.current === shown) return
    last.current = shown
    if (document.activeElement === document.body) document.querySelector<HTMLElement>('[data-page]')?.focus({ preventScroll: true })
  }, [shown])
}
