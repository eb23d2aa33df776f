import type { AuthOverview } from '@colonnade/contracts/auth/auth-settings'
import { Panel, Skeleton } from '@colonnade/ui'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ErrorNotice } from '../../../lib/error-notice.tsx'
import { Page, type PageProps } from '../../../lib/page.tsx'
import { useTitle } from '../../../lib/use-title.ts'
import { useProject } from '../../../scope/use-project.ts'
import { authOverviewQuery } from '../queries.ts'
import { failedSubject, loadingText } from './messages.ts'

export interface AuthPageProps extends Pick<PageProps, 'width' | 'description'> {
  readonly projectRef: string
  readonly title: string
  readonly badge?: ReactNode
  readonly children: (overview: AuthOverview) => ReactNode
}

/** A page over the settings of the auth service. They are kept outside of the project: it stays asleep. */
export function AuthPage({ projectRef, title, badge, children, width = 'narrow', description }: AuthPageProps) {
  useTitle(title, useProject(projectRef).name)
  const { data, error, refetch } = useQuery(authOverviewQuery(projectRef))
  const content = () => {
    if (data !== undefined) return children(data)
    return error === null ? <Loading /> : <ErrorNotice error={error} subject={failedSubject} onRetry={() => void refetch()} />
  }
  return (
    <Page
      width={width}
      description={description}
      title={
        <>
          {title}
          {badge}
        </>
      }
    >
      {content()}
    </Page>
  )
}

function Loading() {
  return (
    <Panel className="p-4">
      <output aria-label={loadingText} className="flex flex-col gap-3">
        <Skeleton className="w-1/3" />
        <Skeleton className="h-3 w-2/3" />
        <Skeleton className="h-9 w-full" />
      </output>
    </Panel>
  )
}
