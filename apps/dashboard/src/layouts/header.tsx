import type { Organization, Project } from '@colonnade/contracts'
import { IconButton, Kbd, LogoMark, Sheet } from '@colonnade/ui'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Menu as MenuIcon, Search } from 'lucide-react'
import { useState } from 'react'
import { NotificationBell } from '../features/notifications/notification-bell.tsx'
import { modified } from '../lib/modifier-key.ts'
import { openCommandMenu } from '../navigation/command-menu-state.ts'
import type { VisibleEntry } from '../navigation/visible.ts'
import { paths } from '../paths.ts'
import { homeOrganization } from '../scope/last-organization.ts'
import { organizationsQuery } from '../scope/queries.ts'
import { AccountMenu } from './account-menu.tsx'
import { OrganizationSwitcher } from './organization-switcher.tsx'
import { ProjectSwitcher } from './project-switcher.tsx'
import { SidebarMenu } from './sidebar.tsx'

export interface HeaderProps {
  readonly organization?: Organization | undefined
  readonly project?: Project | undefined
  /** For the sheet of small screens; none where there is no sidebar. */
  readonly menu?: readonly (readonly VisibleEntry[])[] | undefined
}

export function Header({ organization, project, menu }: HeaderProps) {
  const { data: organizations } = useSuspenseQuery(organizationsQuery)
  const home = homeOrganization(organizations, organization?.slug)
  return (
    <header className="z-30 flex h-11 shrink-0 items-center justify-between gap-2 border-b bg-surface pr-2 pl-3">
      <div className="flex min-w-0 items-center gap-1">
        {menu && <MobileMenu menu={menu} />}
        <Link
          to={home === null ? paths.organizations : paths.organization.projects(home)}
          aria-label="Colonnade home"
          className="mr-1 flex shrink-0 rounded-sm text-accent"
        >
          <LogoMark />
        </Link>
        {organizations.length > 0 && <OrganizationSwitcher current={organization} organizations={organizations} />}
        {organization && project && <ProjectSwitcher current={project} organization={organization} />}
      </div>
      <div className="flex shrink-0 items-center gap-0.5">
        <button
          type="button"
          onClick={openCommandMenu}
          className="mr-1 hidden h-7 w-44 items-center gap-2 rounded-md border px-2 text-xs text-faint transition-colors hover:border-strong hover:text-soft md:flex"
        >
          <Search aria-hidden className="size-3.5" />
          <span className="flex-1 text-left">Search…</span>
          <Kbd>{modified('K')}</Kbd>
        </button>
        <IconButton label="Search" className="md:hidden" onClick={openCommandMenu}>
          <Search aria-hidden />
        </IconButton>
        <NotificationBell />
        <AccountMenu />
      </div>
    </header>
  )
}

function MobileMenu({ menu }: { readonly menu: readonly (readonly VisibleEntry[])[] }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <IconButton label="Open menu" className="-ml-1 md:hidden" onClick={() => setIsOpen(true)}>
        <MenuIcon aria-hidden />
      </IconButton>
      <Sheet side="left" title="Menu" isOpen={isOpen} onOpenChange={setIsOpen}>
        <div className="p-2">
          <SidebarMenu groups={menu} isOpen onNavigate={() => setIsOpen(false)} />
        </div>
      </Sheet>
    </>
  )
}
