import { useRouterState } from '@tanstack/react-router'
import { useEffect, useRef, type ReactNode, type RefObject } from 'react'
import { ShellOverlays } from '../navigation/shell-overlays.tsx'
import type { Place } from '../navigation/use-menu.ts'
import type { VisibleGroup } from '../navigation/visible.ts'
import { useChosenTheme } from '../scope/preferences.ts'
import { Header } from './header.tsx'
import { Sidebar } from './sidebar.tsx'

export interface ShellProps extends Place {
  /** No sidebar without it. */
  readonly menu?: readonly VisibleGroup[]
  /** Whether something else is shown in place of the page of this address. */
  readonly isReplaced?: boolean
  readonly children: ReactNode
}

/** Header and sidebar, with a page that scrolls on its own. */
export function Shell({ organization, project, menu, isReplaced = false, children }: ShellProps) {
  useChosenTheme()
  const page = useRef<HTMLDivElement>(null)
  useFocusOn(page, isReplaced)
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <Header organization={organization} project={project} menu={menu} />
      <div className="flex min-h-0 flex-1">
        {menu && <Sidebar groups={menu} />}
        <div ref={page} tabIndex={-1} data-page className="relative flex min-w-0 flex-1 flex-col overflow-y-auto outline-none">
          {children}
        </div>
      </div>
      <ShellOverlays organization={organization} project={project} menu={menu} />
    </div>
  )
}

/** The page that was shown last: one for all layouts. */
let shownLast: string | undefined

/**
 * What had the focus can go with the page that it stood on. Then the next page has it, or Tab would begin at the top again, and who
 * hears the page would not hear that it is another.
 */
function useFocusOn(page: RefObject<HTMLElement | null>, isReplaced: boolean): void {
  const pathname = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname })
  useEffect(() => {
    const isNext = shownLast !== undefined && shownLast !== pathname
    shownLast = pathname
    if (isNext && document.activeElement === document.body) page.current?.focus({ preventScroll: true })
  }, [pathname, page])
  const wasReplaced = useRef(isReplaced)
  useEffect(() => {
    const isAnother = isReplaced && !wasReplaced.current
    wasReplaced.current = isReplaced
    // what is hidden loses the focus only when the browser paints next
    const { activeElement } = document
    if (isAnother && (activeElement === document.body || activeElement?.checkVisibility() === false)) page.current?.focus({ preventScroll: true })
  }, [isReplaced, page])
}
