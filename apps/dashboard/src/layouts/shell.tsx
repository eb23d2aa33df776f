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
  readonly children: ReactNode
}

/** Header, sidebar, and the page between them, which scrolls by itself. */
export function Shell({ organization, project, menu, children }: ShellProps) {
  useChosenTheme()
  const page = useRef<HTMLDivElement>(null)
  useFocusOn(page)
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
function useFocusOn(page: RefObject<HTMLElement | null>): void {
  const pathname = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname })
  useEffect(() => {
    const isNext = shownLast !== undefined && shownLast !== pathname
    shownLast = pathname
    if (isNext && document.activeElement === document.body) page.current?.focus({ preventScroll: true })
  }, [pathname, page])
}
