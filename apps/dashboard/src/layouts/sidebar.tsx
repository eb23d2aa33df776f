import { IconButton, Menu, MenuChoice, Tooltip, cn } from '@colonnade/ui'
import { PanelLeft } from 'lucide-react'
import { useEffect, useState } from 'react'
import { defaultSidebarBehavior, sidebarBehaviors, sidebarCookieText } from '../lib/appearance/sidebar.ts'
import { useHoverIntent } from '../lib/late/use-hover-intent.ts'
import type { VisibleGroup } from '../navigation/visible.ts'
import { useChoose, usePreferences } from '../scope/preferences.ts'
import { EntryLink } from './sections/entry-link.tsx'

/** The menu at the left: always wide, always narrow, or wide while the pointer or the focus is in it (spec §2). */
export function Sidebar({ groups }: { readonly groups: readonly VisibleGroup[] }) {
  const behavior = usePreferences().sidebar ?? defaultSidebarBehavior
  const choose = useChoose()
  const hover = useHoverIntent()
  const [hasFocus, setHasFocus] = useState(false)
  const isOpen = behavior === 'expanded' || (behavior === 'hover' && (hover.isMeant || hasFocus))
  useEffect(() => {
    document.cookie = sidebarCookieText(isOpen)
  }, [isOpen])
  return (
    <div className={cn('relative hidden shrink-0 md:block', behavior === 'expanded' ? 'w-52' : 'w-12')} data-sidebar={isOpen ? 'open' : 'closed'}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- only its width follows the pointer and the focus */}
      <aside
        aria-label="Sidebar"
        onPointerEnter={hover.enter}
        onPointerLeave={hover.leave}
        onFocus={(event) => setHasFocus(event.target.matches(':focus-visible'))}
        onBlur={() => setHasFocus(false)}
        className={cn(
          'absolute inset-y-0 left-0 z-20 flex flex-col justify-between overflow-hidden border-r bg-surface p-2 transition-[width] duration-100 motion-reduce:transition-none',
          isOpen ? 'w-52' : 'w-12',
          isOpen && behavior === 'hover' && 'shadow-pop',
        )}
      >
        <SidebarMenu groups={groups} isOpen={isOpen} onNavigate={hover.settle} />
        <Menu
          side="right"
          align="end"
          trigger={
            <IconButton label="Sidebar" hasTooltip={false} size="md">
              <PanelLeft aria-hidden />
            </IconButton>
          }
        >
          <MenuChoice label="Sidebar" value={behavior} options={sidebarBehaviors} onChange={(sidebar) => choose({ sidebar })} />
        </Menu>
      </aside>
    </div>
  )
}

export interface SidebarMenuProps {
  readonly groups: readonly VisibleGroup[]
  readonly isOpen: boolean
  readonly onNavigate?: () => void
}

/** The entries alone; also inside the sheet of small screens. */
export function SidebarMenu({ groups, isOpen, onNavigate }: SidebarMenuProps) {
  return (
    <nav aria-label="Main" className="min-h-0 overflow-x-hidden overflow-y-auto">
      {groups.map(({ heading, entries }) => (
        <ul
          key={entries[0]?.label}
          aria-label={heading ?? undefined}
          className="flex flex-col gap-0.5 not-first:mt-2 not-first:border-t not-first:pt-2"
        >
          {entries.map((entry) => (
            <li key={entry.label}>
              <Tooltip content={entry.label} side="right" isDisabled={isOpen}>
                <EntryLink entry={entry} onClick={onNavigate} aria-label={isOpen ? undefined : entry.label} className={entryClass}>
                  <entry.icon aria-hidden className="size-4 shrink-0" strokeWidth={1.75} />
                  {isOpen && <span className="flex-1 truncate">{entry.label}</span>}
                  {isOpen && entry.badge !== null && <span className="text-2xs text-faint">{entry.badge}</span>}
                </EntryLink>
              </Tooltip>
            </li>
          ))}
        </ul>
      ))}
    </nav>
  )
}

const entryClass =
  'flex h-8 items-center gap-3 rounded-md px-2 whitespace-nowrap text-soft transition-colors hover:bg-hover hover:text-fg aria-[current=page]:bg-selected aria-[current=page]:text-fg'
