import type { Lint } from '@colonnade/contracts/data/lints'
import { Badge, CodeBlock, Sheet, SkeletonRows, Tabs } from '@colonnade/ui'
import { useQuery } from '@tanstack/react-query'
import { ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { ErrorNotice } from '../../lib/error-notice.tsx'
import { byWeight, levelLooks } from './findings.ts'
import { adviceSheetText } from './messages.ts'
import { lintsQuery } from './queries.ts'
import { OpenPageLink } from './open-page-link.tsx'
import { ReviewSqlLink } from './review-sql-link.tsx'

export interface AdviceSheetProps {
  readonly projectRef: string
  readonly isOpen: boolean
  readonly onOpenChange: (isOpen: boolean) => void
}

type Shown = 'ALL' | Lint['categories'][number]

const tabs: readonly { readonly value: Shown; readonly label: string }[] = [
  { value: 'ALL', label: adviceSheetText.all },
  { value: 'SECURITY', label: adviceSheetText.security },
  { value: 'PERFORMANCE', label: adviceSheetText.performance },
]

/** Everything that the advisors find, with why it matters and what repairs it. */
export function AdviceSheet({ projectRef, isOpen, onOpenChange }: AdviceSheetProps) {
  const { data, error, refetch } = useQuery(lintsQuery(projectRef))
  const [shown, setShown] = useState<Shown>('ALL')
  const of = (category: Shown) => byWeight((data ?? []).filter(({ categories }) => category === 'ALL' || categories.includes(category)))
  return (
    <Sheet isOpen={isOpen} onOpenChange={onOpenChange} title={adviceSheetText.advice} description={adviceSheetText.description} className="w-[40rem]">
      {!data && error && <ErrorNotice error={error} subject={adviceSheetText.loadFailed} onRetry={() => void refetch()} className="m-4" />}
      {!data && !error && (
        <output aria-label={adviceSheetText.loadingAdvice} className="block p-3">
          <SkeletonRows rows={6} />
        </output>
      )}
      {data && (
        <Tabs
          label={adviceSheetText.filter}
          value={shown}
          onValueChange={setShown}
          className="min-h-0 flex-1"
          panelClassName="min-h-0 flex-1 overflow-y-auto"
          tabs={tabs.map(({ value, label }) => ({
            value,
            label: (
              <>
                {label} <span className="ml-1 text-xs text-faint tabular-nums">{of(value).length}</span>
              </>
            ),
            content: <Findings lints={of(value)} projectRef={projectRef} />,
          }))}
        />
      )}
    </Sheet>
  )
}

function Findings({ lints, projectRef }: { readonly lints: readonly Lint[]; readonly projectRef: string }) {
  if (lints.length === 0) {
    return (
      <div className="flex flex-col items-center gap-2 px-6 py-16 text-center">
        <ShieldCheck aria-hidden className="size-7 text-accent" strokeWidth={1.25} />
        <p className="font-medium">{adviceSheetText.noIssuesFound}</p>
      </div>
    )
  }
  return (
    <ul className="ruled">
      {lints.map((lint) => (
        <li key={lint.cache_key} className="flex flex-col gap-3 px-4 py-4">
          <div className="flex flex-col gap-1">
            <div className="flex flex-wrap items-center gap-2">
              <h3 className="font-medium">{lint.title}</h3>
              <Badge tone={levelLooks[lint.level].tone}>{levelLooks[lint.level].one}</Badge>
            </div>
            <p className="wrap-anywhere">{lint.detail}</p>
            <p className="text-soft">{lint.description}</p>
          </div>
          {lint.remediation_sql !== null && (
            <>
              <CodeBlock label={adviceSheetText.sql} code={lint.remediation_sql} isWrapped className="max-h-60 overflow-y-auto" />
              <div>
                <ReviewSqlLink projectRef={projectRef} sql={lint.remediation_sql} title={lint.detail} />
              </div>
            </>
          )}
          {lint.page !== undefined && (
            <div>
              <OpenPageLink projectRef={projectRef} lint={lint} />
            </div>
          )}
        </li>
      ))}
    </ul>
  )
}
