import type { Project } from '@colonnade/contracts/projects/projects'
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { Activity, lazy, Suspense, useEffect, useRef, useState, type ReactNode } from 'react'
import { ApiPanelHost } from '../features/api-docs/panel/api-panel-host.tsx'
import { InactivePage } from '../features/projects/home/inactive-page.tsx'
import { changingPollMs, settledPollMs } from '../features/projects/limits.ts'
import { loaded } from '../lib/late/loaded.ts'
import { lookOf } from '../lib/texts/project-status.ts'
import { projectMenu } from '../navigation/menus/project-menu.ts'
import { useMenu } from '../navigation/use-menu.ts'
import { databaseOf, paths, snippetOf } from '../paths.ts'
import { keyOf } from '../scope/keys/keys.ts'
import { rememberOrganization } from '../scope/last-organization/last-organization.ts'
import { useIsAllowed } from '../scope/permissions.ts'
import { organizationQuery } from '../scope/queries.ts'
import { closedBy } from '../scope/standing/standing.ts'
import { useProject } from '../scope/use-project.ts'
import { Shell } from './shell.tsx'

const KeptSnippets = lazy(loaded(() => import('../features/sql-editor/snippets/kept-snippets.tsx'), 'KeptSnippets'))
const ClosedOrganization = lazy(loaded(() => import('./closed/closed-organization.tsx'), 'ClosedOrganization'))

/**
 * Header and menu of a project. Its home says itself how the project is, and settings stay in reach until it is deleted; every other page needs it
 * to be active. What of it is kept elsewhere can be read all the same.
 */
export function ProjectLayout({ projectRef, children }: { readonly projectRef: string; readonly children: ReactNode }) {
  const project = useProject(projectRef, (known) => (known && lookOf(known).isChanging ? changingPollMs : settledPollMs))
  const { data: organization, error } = useSuspenseQuery(organizationQuery(project.organization_slug))
  useEffect(() => rememberOrganization(organization.slug), [organization.slug])
  useSizeFollowers(project)
  const pathname = useLocation({ select: (location) => location.pathname })
  const { status } = project
  const isLeaving = status === 'GOING_DOWN' || status === 'REMOVED'
  const isShown = pathname === paths.project.home(projectRef) || (databaseOf(pathname) === undefined ? !isLeaving : status === 'ACTIVE_HEALTHY')
  const [shownPath, setShownPath] = useState<string | null>(null)
  if (isShown && shownPath !== pathname) setShownPath(pathname)
  // a page that was in use when somebody paused or restarted the project still has what was typed into it when the project is back
  const isKept = isShown || (shownPath === pathname && !isLeaving)
  const snippetId = snippetOf(pathname)
  const isAllowed = useIsAllowed(projectRef)
  const menu = useMenu(projectMenu, { organization, project })
  const closed = closedBy(error)
  if (closed) {
    return (
      <Suspense>
        <ClosedOrganization organization={organization} error={closed} />
      </Suspense>
    )
  }
  return (
    <Shell organization={organization} project={project} menu={menu} isReplaced={!isShown}>
      {isKept && <Activity mode={isShown ? 'visible' : 'hidden'}>{children}</Activity>}
      {isShown && <ApiPanelHost key={projectRef} projectRef={projectRef} />}
      {!isShown && (
        <InactivePage project={project}>
          {snippetId !== undefined && !isLeaving && isAllowed('database:read') && (
            <Suspense>
              <KeptSnippets projectRef={projectRef} documentId={snippetId} />
            </Suspense>
          )}
        </InactivePage>
      )}
    </Shell>
  )
}

/** Refetches what depends on the project's size when it changes. The server has the new size once it's running again. */
function useSizeFollowers({ ref, compute, status }: Project): void {
  const queryClient = useQueryClient()
  const now = `${compute} ${status}`
  const before = useRef(now)
  useEffect(() => {
    if (before.current === now) return
    before.current = now
    void queryClient.invalidateQueries({ queryKey: keyOf('/platform/projects/{ref}/billing/addons', { ref }) })
    void queryClient.invalidateQueries({ queryKey: keyOf('/platform/projects/{ref}/connection-limits', { ref }) })
  }, [queryClient, ref, now])
}
