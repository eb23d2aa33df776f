import { Badge, buttonClass, Card, IconButton, Skeleton, Spinner, StatusDot } from '@colonnade/ui'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { RefreshCw, ShieldCheck } from 'lucide-react'
import { ErrorNotice } from '../../lib/error-notice.tsx'
import { countLevels, levelLooks, topFindings } from './findings.ts'
import { LateAdviceSheet } from './late-advice-sheet.tsx'
import { findingsShown } from './limits.ts'
import { adviceCardText } from './messages.ts'
import { lintsQuery } from './queries.ts'
import { OpenPageLink } from './open-page-link.tsx'
import { ReviewSqlLink } from './review-sql-link.tsx'

/** What the advisors find in the database now: how much, the most telling of it, and the way to all. */
export function AdviceCard({ projectRef }: { readonly projectRef: string }) {
  // a repair may have been run elsewhere since
  const { data, error, isFetching, refetch } = useQuery({ ...lintsQuery(projectRef), refetchOnMount: 'always' })
  const top = topFindings(data ?? [], findingsShown)
  return (
    <Card
      title={adviceCardText.advice}
      aside={
        <span className="flex items-center gap-1.5">
          {countLevels(data ?? []).map(({ level, text, tone }) => (
            <Badge key={level} tone={tone}>
              {text}
            </Badge>
          ))}
          <IconButton label={adviceCardText.checkAgain} aria-busy={isFetching} disabled={isFetching} onClick={() => void refetch()} className="-mr-2">
            {isFetching ? <Spinner /> : <RefreshCw aria-hidden />}
          </IconButton>
        </span>
      }
    >
      {!data && error && <ErrorNotice error={error} subject={adviceCardText.loadFailed} onRetry={() => void refetch()} className="m-4" />}
      {!data && !error && <Loading />}
      {data?.length === 0 && (
        <div className="flex min-h-48 flex-col items-center justify-center gap-2 px-6 py-8 text-center">
          <ShieldCheck aria-hidden className="size-7 text-accent" strokeWidth={1.25} />
          <p className="font-medium">{adviceCardText.noIssuesFound}</p>
          <p className="max-w-72 text-soft text-balance">{adviceCardText.noIssuesBody}</p>
        </div>
      )}
      {top.length > 0 && (
        <ul aria-label={adviceCardText.findings} className="ruled">
          {top.map((lint) => (
            <li key={lint.cache_key} className="flex flex-wrap items-start gap-x-3 gap-y-2 px-4 py-3 md:flex-nowrap">
              <span className="flex h-5 items-center">
                <StatusDot tone={levelLooks[lint.level].tone} />
                <span className="sr-only">{levelLooks[lint.level].one}:</span>
              </span>
              <div className="min-w-0 flex-1 max-md:basis-[calc(100%-2rem)]">
                <p className="font-medium">{lint.title}</p>
                <p className="line-clamp-2 text-soft wrap-anywhere" title={lint.detail}>
                  {lint.detail}
                </p>
              </div>
              {lint.remediation_sql !== null && (
                <div className="max-md:pl-4.5">
                  <ReviewSqlLink projectRef={projectRef} sql={lint.remediation_sql} title={lint.detail} />
                </div>
              )}
              {lint.page !== undefined && (
                <div className="max-md:pl-4.5">
                  <OpenPageLink projectRef={projectRef} lint={lint} />
                </div>
              )}
            </li>
          ))}
        </ul>
      )}
      {data && data.length > 0 && (
        <div className="border-t p-1.5 text-center">
          <Link to="." search={true} hash="advice" resetScroll={false} className={buttonClass({ size: 'sm', variant: 'ghost' })}>
            {data.length === 1 ? adviceCardText.showFinding : adviceCardText.showAllFindings(data.length)}
          </Link>
        </div>
      )}
      <LateAdviceSheet projectRef={projectRef} />
    </Card>
  )
}

function Loading() {
  return (
    <output aria-label={adviceCardText.loadingAdvice} className="flex min-h-48 flex-col ruled">
      {['w-2/5', 'w-1/2', 'w-1/3'].map((width) => (
        <span key={width} className="flex flex-col gap-2 px-4 py-4">
          <Skeleton className={width} />
          <Skeleton className="h-3 w-4/5" />
        </span>
      ))}
    </output>
  )
}
