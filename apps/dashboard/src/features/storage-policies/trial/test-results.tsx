import type { StorageTrialReport } from '@colonnade/pg-meta/storage-trial'
import { Badge, Panel, PanelContent, PanelHeader } from '@colonnade/ui'
import { ChevronRight, CircleCheck, CircleX } from 'lucide-react'
import { type Explained, explainTrial, type TriedCheck } from '../../../scope/storage-trial/explain.ts'
import { actionHints, testText } from './messages.ts'

export interface TestResultsProps {
  /** Whom it was tried as. */
  readonly who: string
  readonly report: StorageTrialReport
}

/** What a client may do with a file: each operation with the policies that decide. */
export function TestResults({ who, report }: TestResultsProps) {
  const { bucket, file } = report
  return (
    <Panel label={testText.results(who)}>
      <PanelHeader
        title={testText.results(who)}
        description={bucket === null ? testText.noBucket : file === null ? testText.notThere : testText.there(file.owner_id)}
      />
      {bucket === null ? (
        <PanelContent>{testText.noBucket}</PanelContent>
      ) : (
        <ul aria-label={testText.results(who)} className="flex flex-col ruled">
          {explainTrial(report).map((explained) => (
            <Result key={explained.action} {...explained} />
          ))}
        </ul>
      )}
    </Panel>
  )
}

function Result({ action, isAllowed, by, reason, checks }: Explained) {
  const { title, hint } = actionHints[action]
  const Icon = isAllowed ? CircleCheck : CircleX
  return (
    <li>
      <details className="group">
        <summary className="flex cursor-pointer list-none items-start gap-3 px-4 py-2.5 hover:bg-hover focus-visible:-outline-offset-2 [&::-webkit-details-marker]:hidden">
          <Icon aria-hidden className={`mt-0.5 size-4 shrink-0 ${isAllowed ? 'text-accent' : 'text-danger'}`} />
          <span className="flex min-w-0 flex-1 flex-col gap-0.5">
            <span className="flex flex-wrap items-center gap-x-2">
              <span className="font-medium">{title}</span>
              <Badge tone={isAllowed ? 'accent' : 'danger'}>{isAllowed ? testText.allowed : testText.refused}</Badge>
              <span className="font-mono text-xs text-faint">{hint}</span>
            </span>
            <span className="text-xs wrap-anywhere text-soft">
              {[isAllowed && by.length > 0 && `${testText.by} ${by.map((name) => `“${name}”`).join(', ')}`, reason].filter(Boolean).join('. ')}
            </span>
          </span>
          <ChevronRight aria-hidden className="mt-0.5 size-4 shrink-0 text-faint group-open:rotate-90" />
        </summary>
        <div className="border-t bg-sunken px-4 py-2.5 pl-11">
          {checks.length === 0 ? (
            <p className="text-xs text-faint">{testText.noPolicies}</p>
          ) : (
            <ul aria-label={testText.policies} className="flex flex-col gap-1.5">
              {checks
                .toSorted((one, other) => Number(other.isTrue) - Number(one.isTrue))
                .map((check) => (
                  <Check key={`${check.command} ${check.row} ${check.policy.name}`} {...check} />
                ))}
            </ul>
          )}
        </div>
      </details>
    </li>
  )
}

function Check({ policy, command, row, isTrue, error }: TriedCheck) {
  return (
    <li className="flex flex-wrap items-baseline gap-x-2 text-xs">
      <span className={`w-9 shrink-0 font-mono ${isTrue ? 'text-accent' : 'text-danger'}`}>{isTrue ? testText.isTrue : testText.isFalse}</span>
      <span className="font-mono text-faint">{command}</span>
      <span className="min-w-0 wrap-anywhere">{policy.name}</span>
      {!policy.isPermissive && <Badge tone="warning">restrictive</Badge>}
      {row === 'after' && command !== 'INSERT' && <span className="text-faint">{testText.changedFile}</span>}
      {error !== null && <span className="w-full pl-11 wrap-anywhere text-danger">{error}</span>}
    </li>
  )
}
