import { buttonClass, Skeleton } from '@colonnade/ui'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { CircleCheck, CircleX } from 'lucide-react'
import { ErrorNotice } from '../../../lib/error-notice.tsx'
import { AppLink } from '../../../lib/links/app-link.tsx'
import { paths } from '../../../paths.ts'
import type { Look } from '../../../scope/storage/look-as.ts'
import { type Explained, explainTrial } from '../../../scope/storage-trial/explain.ts'
import { runStorageTrial } from '../../../scope/storage-trial/run-trial.ts'
import { lookedKey } from '../entries/queries.ts'
import { lookText } from '../messages.ts'

export interface AccessFactsProps {
  readonly projectRef: string
  readonly bucket: string
  readonly path: string
  readonly look: Look
}

const accessQuery = ({ projectRef, bucket, path, look }: AccessFactsProps) =>
  queryOptions({
    queryKey: [...lookedKey(projectRef, bucket, look), 'access', path],
    queryFn: async ({ signal }) => {
      const report = await runStorageTrial(projectRef, { as: look, bucket, path, actions: ['list', 'read'], signal })
      return report.file === null ? [] : explainTrial(report)
    },
    retry: false,
  })

/** Shows which policies let a client list and read a file, or why none does. */
export function AccessFacts(props: AccessFactsProps) {
  const { projectRef, bucket, path } = props
  const { data, error, refetch } = useQuery(accessQuery(props))
  return (
    <section aria-label={lookText.access} className="flex shrink-0 flex-col gap-2 border-t p-4 text-xs">
      <h3 className="flex items-center justify-between gap-2 font-medium">
        {lookText.access}
        <AppLink href={paths.project.storageTrial(projectRef, { bucket, path })} className={buttonClass({ size: 'sm', variant: 'ghost' })}>
          {lookText.test}
        </AppLink>
      </h3>
      {data !== undefined && data.length === 0 ? (
        <p className="text-soft">{lookText.gone}</p>
      ) : data !== undefined ? (
        <ul className="flex flex-col gap-1.5">
          {data.map((explained) => (
            <Fact key={explained.action} {...explained} />
          ))}
        </ul>
      ) : error === null ? (
        <output aria-label={lookText.testing}>
          <Skeleton className="h-8 w-full" />
        </output>
      ) : (
        <ErrorNotice error={error} onRetry={() => void refetch()} />
      )}
    </section>
  )
}

function Fact({ action, isAllowed, by, reason }: Explained) {
  const Icon = isAllowed ? CircleCheck : CircleX
  return (
    <li className="flex items-start gap-2">
      <Icon aria-hidden className={`mt-px size-3.5 shrink-0 ${isAllowed ? 'text-accent' : 'text-danger'}`} />
      <span className="min-w-0 wrap-anywhere">
        <span className="font-medium">{action === 'list' ? lookText.list : lookText.read}:</span>{' '}
        {[`${isAllowed ? lookText.allowed : lookText.refused}${by.length > 0 ? ` ${lookText.by(by)}` : ''}`, reason].filter(Boolean).join('. ')}
      </span>
    </li>
  )
}
