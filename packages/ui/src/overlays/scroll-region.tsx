import { useEffect, useRef, useState, type ReactNode } from 'react'
import { cn } from '../class-names.ts'

const focusable = 'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), [tabindex="0"]'

/** What scrolls in a dialog or a sheet. Text alone has nothing to go to by keyboard, so then the region itself can be gone to. */
export function ScrollRegion({ children, className }: { readonly children: ReactNode; readonly className?: string }) {
  const element = useRef<HTMLDivElement>(null)
  const [isTextAlone, setIsTextAlone] = useState(false)
  useEffect(() => {
    const region = element.current
    if (!region) return
    const look = () => setIsTextAlone(region.scrollHeight > region.clientHeight && region.querySelector(focusable) === null)
    const sizes = new ResizeObserver(look)
    const changes = new MutationObserver(look)
    sizes.observe(region)
    changes.observe(region, { childList: true, subtree: true })
    return () => {
      sizes.disconnect()
      changes.disconnect()
    }
  }, [])
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
    <div ref={element} tabIndex={isTextAlone ? 0 : undefined} className={cn('overflow-y-auto focus-visible:-outline-offset-2', className)}>
      {children}
    </div>
  )
}
