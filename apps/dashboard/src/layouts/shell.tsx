import type { Organization, Project } from '@colonnade/contracts'
import type { ReactNode } from 'react'
import { ShellOverlays } from '../navigation/shell-overlays.tsx'
import type { VisibleEntry } from '../navigation/visible.ts'
import { Header } from './header.tsx'
import { Sidebar } from './sidebar.tsx'

export interface ShellProps {
  readonly organization?: Organization
  readonly project?: Project
  /** No sidebar without it. */
  readonly menu?: readonly (readonly VisibleEntry[])[]
  readonly children: ReactNode
}

/** Header, sidebar, and the page between them, which scrolls by itself. */
export function Shell({ organization, project, menu, children }: ShellProps) {
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <Header organization={organization} project={project} menu={menu} />
      <div className="flex min-h-0 flex-1">
        {menu && <Sidebar groups={menu} />}
        <div className="relative flex min-w-0 flex-1 flex-col overflow-y-auto">{children}</div>
      </div>
      <ShellOverlays organization={organization} project={project} menu={menu} />
    </div>
  )
}
