import type { Explanation } from '@colonnade/rest-query'
import { Badge, Tabs } from '@colonnade/ui'
import { useState } from 'react'
import { formatBytes } from '../../../lib/bytes.ts'
import { CodePanel } from '../../../lib/code/code-panel.tsx'
import { messageOf } from '../../../lib/error-notice.tsx'
import { formatDuration } from '../../../lib/texts/duration.ts'
import { Notice } from '../../../lib/texts/notice.tsx'
import { countTimeText, noPlanText, notSentText } from '../messages.ts'
import { BodyView } from './body-view.tsx'
import { countMsOf } from './count-time.ts'
import { resultText } from './messages.ts'
import { PolicyView } from './policy-view.tsx'
import type { Received } from './send-request.ts'

export interface ResultViewProps {
  /** undefined for a request that was only explained. */
  readonly received: Received | undefined
  /** undefined until it is there. */
  readonly explanation: Explanation | undefined
  readonly explainError: Error | null
}

type View = 'body' | 'headers' | 'sql' | 'plan' | 'policies'

/** What came back, and why. */
export function ResultView({ received, explanation, explainError }: ResultViewProps) {
  const [chosen, choose] = useState<View>('body')
  const view = received === undefined && (chosen === 'body' || chosen === 'headers') ? 'sql' : chosen
  const waiting = explainError === null ? <p className="text-soft">{resultText.loading}</p> : <Notice>{messageOf(explainError)}</Notice>
  const countMs = received === undefined ? null : countMsOf(headerOf(received, 'server-timing'))
  const policies = explanation?.relations.reduce((count, relation) => count + (relation.is_rls_active ? relation.policies.length : 0), 0)
  return (
    <section aria-label={resultText.label} className="flex min-w-0 flex-col gap-2">
      <output className="flex flex-wrap items-center gap-2 text-xs text-soft tabular-nums">
        {received === undefined ? (
          notSentText
        ) : (
          <>
            <Badge tone={received.status < 400 ? 'accent' : 'danger'}>
              {received.status} {received.statusText}
            </Badge>
            <span>{formatDuration(received.durationMs)}</span>
            <span>{formatBytes(received.bytes)}</span>
            {countMs !== null && <span>{countTimeText(formatDuration(countMs))}</span>}
            {explanation && <span>{resultText.as(explanation.role)}</span>}
          </>
        )}
      </output>
      <Tabs
        label={resultText.label}
        value={view}
        onValueChange={choose}
        panelClassName="pt-3"
        tabs={[
          ...(received === undefined
            ? []
            : [
                {
                  value: 'body' as const,
                  label: resultText.body,
                  content: <BodyView body={received.body} type={headerOf(received, 'content-type')} />,
                },
                {
                  value: 'headers' as const,
                  label: resultText.headers,
                  count: received.headers.length,
                  content: <HeaderList headers={received.headers} />,
                },
              ]),
          { value: 'sql', label: resultText.sql, content: explanation ? <SqlView {...explanation} /> : waiting },
          { value: 'plan', label: resultText.plan, content: explanation ? <PlanView {...explanation} /> : waiting },
          {
            value: 'policies',
            label: resultText.policies,
            ...(policies !== undefined && { count: policies }),
            content: explanation ? <PolicyView explanation={explanation} /> : waiting,
          },
        ]}
      />
    </section>
  )
}

const headerOf = ({ headers }: Received, wanted: string): string => headers.find(([name]) => name === wanted)?.[1] ?? ''

function HeaderList({ headers }: Pick<Received, 'headers'>) {
  return (
    <dl className="divide-y rounded-lg border font-mono text-xs">
      {headers.map(([name, value]) => (
        <div key={name} className="flex flex-wrap gap-x-3 px-3 py-1.5">
          <dt className="text-faint">{name}</dt>
          <dd className="min-w-0 wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function SqlView({ sql, parameters, search_path: path }: Explanation) {
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <CodePanel label={resultText.sql} language="sql" rows={4} value={sql} />
      <dl className="flex flex-col gap-1 font-mono text-xs">
        {parameters.map((value, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- its number is its name
          <div key={index} className="flex gap-3">
            <dt className="text-faint">${index + 1}</dt>
            <dd className="min-w-0 wrap-anywhere">{value ?? 'null'}</dd>
          </div>
        ))}
      </dl>
      <p className="text-xs text-faint">
        {resultText.searchPath} <span className="font-mono">{path.join(', ')}</span>
      </p>
    </div>
  )
}

function PlanView({ plan, plan_error: error }: Explanation) {
  if (plan === null) return <Notice tone="warning">{noPlanText(error?.message ?? '', error?.code ?? '')}</Notice>
  return <CodePanel label={resultText.plan} language="text" rows={4} value={plan} />
}
