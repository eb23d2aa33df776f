import { cn } from '@colonnade/ui'
import { useLocation } from '@tanstack/react-router'
import { useLayoutEffect, useRef } from 'react'
import type { VisibleGroup } from '../../navigation/visible.ts'
import { EntryLink } from './entry-link.tsx'

/** The pages of one section: a column beside its pages, a line above them on small screens. */
export function SectionMenu({ label, groups }: { readonly label: string; readonly groups: readonly VisibleGroup[] }) {
  const menu = useRef<HTMLElement>(null)
  const pathname = useLocation({ select: (location) => location.pathname })
  // as a line it is longer than a small screen: where one is has to be in sight
  useLayoutEffect(() => {
    const here = menu.current?.querySelector('[aria-current=page]')
    if (!menu.current || !here) return
    const [line, entry] = [menu.current.getBoundingClientRect(), here.getBoundingClientRect()]
    menu.current.scrollLeft += entry.left + entry.width / 2 - line.left - line.width / 2
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- the links say where one is, once the address has changed
  }, [pathname])
  return (
    <nav
      ref={menu}
      aria-label={label}
      className="relative shrink-0 border-b px-2 py-1.5 max-md:flex max-md:overflow-x-auto md:w-52 md:overflow-y-auto md:border-r md:border-b-0 md:px-3 md:py-6"
    >
      {groups.map(({ heading, entries }) => (
        <div key={heading} className="relative not-first:mt-4 max-md:flex max-md:not-first:mt-0">
          {heading !== null && <h2 className="px-2 pb-1 text-xs text-faint max-md:sr-only">{heading}</h2>}
          <ul className="flex flex-col gap-0.5 max-md:flex-row" aria-label={heading ?? label}>
            {entries.map((entry) => (
              <li key={entry.label}>
                <EntryLink
                  entry={entry}
                  className={cn(
                    'flex h-7 items-center gap-2 rounded-md px-2 whitespace-nowrap text-soft transition-colors',
                    'hover:bg-hover hover:text-fg aria-[current=page]:bg-selected aria-[current=page]:text-fg',
                  )}
                >
                  <span className="flex-1 truncate">{entry.label}</span>
                  {entry.badge !== null && <span className="text-2xs text-soft">{entry.badge}</span>}
                </EntryLink>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  )
}
