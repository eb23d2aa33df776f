import { IconButton, Kbd, LogoMark, Sheet } from '@colonnade/ui'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { Menu as MenuIcon, Search } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { ConnectButton } from '../features/connect/connect-button.tsx'
import { FeedbackButton } from '../features/feedback/feedback-button.tsx'
import { HelpButton } from '../features/help/help-button.tsx'
import { NotificationBell } from '../features/notifications/notification-bell.tsx'
import { EditorPanelButton } from '../features/sql-editor/panel/editor-panel-button.tsx'
import { loaded } from '../lib/late/loaded.ts'
import { modified } from '../lib/modifier-key.ts'
import { useIsNarrow } from '../lib/use-is-narrow.ts'
import { openCommandMenu, openShortcuts } from '../navigation/overlay.ts'
import type { Place } from '../navigation/use-menu.ts'
import type { VisibleGroup } from '../navigation/visible.ts'
import { paths } from '../paths.ts'
import { useHomeOrganization } from '../scope/last-organization/last-organization.ts'
import { organizationsQuery } from '../scope/queries.ts'
import { AccountMenu } from './account-menu.tsx'
import { BranchingButton } from './branching-button.tsx'
import { MobileActions } from './mobile-actions.tsx'
import { OrganizationSwitcher } from './organization-switcher.tsx'
import { ProjectSwitcher } from './project-switcher.tsx'
import { SidebarMenu } from './sidebar.tsx'

export interface HeaderProps extends Place {
  /** For the sheet of small screens; none where there is no sidebar. */
  readonly menu?: readonly VisibleGroup[] | undefined
}

const BranchSwitcher = lazy(loaded(() => import('./branch-switcher.tsx'), 'BranchSwitcher'))

const wideOnly = 'hidden min-w-0 items-center gap-1 sm:flex'

/** Spec §2: where one is and can go at the left, what helps everywhere at the right. */
export function Header({ organization, project, menu }: HeaderProps) {
  const { data: organizations } = useSuspenseQuery(organizationsQuery)
  const home = useHomeOrganization(organizations, organization?.slug)
  return (
    <header className="z-30 flex h-11 shrink-0 items-center justify-between gap-2 border-b bg-surface pr-2 pl-3">
      <div className="flex min-w-0 items-center gap-1">
        {menu && <MobileMenu menu={menu} organization={organization} project={project} />}
        <Link
          to={home === null ? paths.projects : paths.organization.projects(home)}
          aria-label="Colonnade home"
          className="-ml-0.5 mr-0.5 flex size-6 shrink-0 items-center justify-center rounded-sm text-accent"
        >
          <LogoMark />
        </Link>
        {organizations.length > 0 && (
          <div className={project ? wideOnly : 'flex min-w-0 items-center gap-1'}>
            <OrganizationSwitcher current={organization} />
          </div>
        )}
        {organization && project && (
          <>
            {/* a narrow header only has room for the more specific of the two */}
            <div className={project.parent_project_ref !== null ? wideOnly : 'contents'}>
              <ProjectSwitcher current={project} organization={organization} />
            </div>
            {project.is_branch_enabled && (
              <div className={project.parent_project_ref === null ? wideOnly : 'contents'}>
                <Suspense>
                  <BranchSwitcher current={project} />
                </Suspense>
              </div>
            )}
            <div className="ml-1 hidden items-center gap-1 md:flex">
              <ConnectButton project={project} organization={organization} />
              <BranchingButton project={project} organization={organization} />
            </div>
          </>
        )}
      </div>
      <div className="flex shrink-0 items-center gap-0.5">
        <button
          type="button"
          onClick={openCommandMenu}
          className="mr-1 hidden h-7 w-44 items-center gap-2 rounded-md border px-2 text-xs text-faint transition-colors hover:border-strong hover:text-soft xl:flex"
        >
          <Search aria-hidden className="size-3.5" />
          <span className="flex-1 text-left">Search…</span>
          <Kbd>{modified('K')}</Kbd>
        </button>
        <IconButton label="Search" className="xl:hidden" onClick={openCommandMenu}>
          <Search aria-hidden />
        </IconButton>
        {organization && project && <EditorPanelButton key={project.ref} project={project} organization={organization} />}
        <FeedbackButton project={project} organization={organization} />
        <NotificationBell />
        <HelpButton projectRef={project?.ref} onShortcuts={openShortcuts} />
        <AccountMenu />
      </div>
    </header>
  )
}

/** The menu of narrow windows. It goes when the route changes or the window gets wide, as the sheet from below does (spec §2). */
function MobileMenu({ menu, organization, project }: Place & { readonly menu: readonly VisibleGroup[] }) {
  const isNarrow = useIsNarrow()
  const pathname = useLocation({ select: (location) => location.pathname })
  const [openedAt, setOpenedAt] = useState<string | null>(null)
  const isOpen = isNarrow && openedAt === pathname
  if (openedAt !== null && !isOpen) setOpenedAt(null)
  return (
    <>
      <IconButton label="Open menu" className="-ml-1 md:hidden" onClick={() => setOpenedAt(pathname)}>
        <MenuIcon aria-hidden />
      </IconButton>
      <Sheet side="left" title="Menu" isOpen={isOpen} onOpenChange={(next) => setOpenedAt(next ? pathname : null)}>
        {organization && project && <MobileActions project={project} organization={organization} onLeave={() => setOpenedAt(null)} />}
        <div className="p-2">
          <SidebarMenu groups={menu} isOpen onNavigate={() => setOpenedAt(null)} />
        </div>
      </Sheet>
    </>
  )
}
