import { Panel, PanelContent, PanelHeader, RelativeTime, Skeleton } from '@colonnade/ui'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ErrorNotice } from '../../lib/error-notice.tsx'
import { reportPanelText } from './messages.ts'

export interface ReportPanelProps<Report> {
  readonly title: string
  readonly description: string
  readonly query: UseQueryResult<Report>
  /** Beside the title. */
  readonly aside?: ReactNode
  readonly children: (report: Report) => ReactNode
}

/** How something of the installation is: on its way, not to be had, or there. */
export function ReportPanel<Report>({ title, description, query: { data, error, refetch }, aside, children }: ReportPanelProps<Report>) {
  return (
    <Panel label={title}>
      <PanelHeader title={title} description={description} aside={aside} />
      <PanelContent className="flex flex-col gap-3">
        {data !== undefined ? children(data) : error ? <ErrorNotice error={error} onRetry={() => void refetch()} /> : <Loading title={title} />}
      </PanelContent>
    </Panel>
  )
}

/** Shows a failure that is retried automatically. */
export function Problem({ problem, since }: { readonly problem: string; readonly since: string | null }) {
  return (
    <p role="alert" className="rounded-md border border-danger/30 bg-danger-tint px-3 py-2 text-sm wrap-anywhere">
      {reportPanelText.problem(problem)}{' '}
      {since !== null && (
        <>
          {reportPanelText.failingSince} <RelativeTime value={since} />.{' '}
        </>
      )}
      {reportPanelText.colonnadeTriesAgainEvery}
    </p>
  )
}

function Loading({ title }: { readonly title: string }) {
  return (
    <output aria-label={reportPanelText.loading(title)} className="flex flex-col gap-3">
      <Skeleton className="w-full" />
      <Skeleton className="w-2/3" />
    </output>
  )
}
