import { isAppError } from '@colonnade/core'
import { Badge, Button, buttonClass, CodeBlock, ConfirmDialog, EmptyState, Panel, PanelHeader, type Tone, toast } from '@colonnade/ui'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { CircleAlert, CircleCheck, CircleX, Lock } from 'lucide-react'
import { useState } from 'react'
import { ErrorNotice } from '../../../lib/error-notice.tsx'
import { AppLink } from '../../../lib/links/app-link.tsx'
import { Notice } from '../../../lib/texts/notice.tsx'
import { addressOf } from '../../../paths.ts'
import { runChange } from '../../../scope/changes/database-change.ts'
import { type ChosenClient, clientOf } from '../../../scope/database-role/client.ts'
import { refreshProjectData } from '../../../scope/keys/keys.ts'
import { useIsAllowed } from '../../../scope/permissions.ts'
import { verdictText } from '../../../scope/policy-trials/messages.ts'
import { trialTimeoutMs } from '../../../scope/policy-trials/run-trial.ts'
import { draftProblems, type JoinDraft } from '../join/draft.ts'
import { type Finding, findingLinks, type Repair, type Verdict } from './finding.ts'
import { findingsOf } from './findings.ts'
import { runChecks } from './run-checks.ts'
import { whyText } from './messages.ts'

export interface WhyPanelProps {
  readonly projectRef: string
  readonly draft: JoinDraft
  readonly chosen: ChosenClient
  readonly isAsleep: boolean
}

/** Explains what keeps messages from a client, and how to fix it. */
export function WhyPanel(props: WhyPanelProps) {
  const { projectRef, draft, chosen, isAsleep } = props
  const isAllowed = useIsAllowed(projectRef)('database:write')
  const check = useMutation({
    mutationFn: async () => {
      if (Object.keys(draftProblems(draft)).length > 0) throw new Error(whyText.incomplete)
      const client = await clientOf(projectRef, chosen)
      return { findings: findingsOf(await runChecks(projectRef, draft, client)), who: client.name, draft, chosen }
    },
  })
  if (!isAllowed) {
    return (
      <EmptyState icon={<Lock aria-hidden />} title={whyText.noRight.title}>
        {whyText.noRight.text}
      </EmptyState>
    )
  }
  const { data, error } = check
  return (
    <div className="flex flex-col gap-4">
      <p className="text-soft">{whyText.intro}</p>
      {isAsleep && <Notice>{whyText.asleep}</Notice>}
      <Button variant="primary" className="self-start" isPending={check.isPending} onClick={() => check.mutate()}>
        {whyText.submit}
      </Button>
      {error !== null && (
        <ErrorNotice error={isAppError(error, 'statement_timeout') ? new Error(verdictText.timeout(trialTimeoutMs / 1_000)) : error} />
      )}
      {data !== undefined && (
        <>
          {(data.draft !== draft || data.chosen !== chosen) && <Notice>{whyText.changed}</Notice>}
          <Panel label={whyText.results(data.who)}>
            <PanelHeader title={whyText.results(data.who)} description={<output>{summaryOf(data.findings)}</output>} />
            <ol className="ruled">
              {data.findings.map((finding) => (
                <FindingRow key={finding.question} projectRef={projectRef} finding={finding} onRepaired={() => check.mutate()} />
              ))}
            </ol>
          </Panel>
        </>
      )}
    </div>
  )
}

function summaryOf(findings: readonly Finding[]): string {
  const count = (wanted: Verdict): number => findings.filter(({ verdict }) => verdict === wanted).length
  return whyText.summary(count('fault'), count('warning')) || whyText.fine
}

const looks = {
  ok: { Icon: CircleCheck, color: 'text-accent', tone: 'accent' },
  warning: { Icon: CircleAlert, color: 'text-warning', tone: 'warning' },
  fault: { Icon: CircleX, color: 'text-danger', tone: 'danger' },
} as const satisfies Record<Verdict, { readonly tone: Tone } & Readonly<Record<string, unknown>>>

interface FindingRowProps {
  readonly projectRef: string
  readonly finding: Finding
  readonly onRepaired: () => void
}

function FindingRow({ projectRef, finding, onRepaired }: FindingRowProps) {
  const { question, verdict, answer, policies = [], repairs, link } = finding
  const { Icon, color, tone } = looks[verdict]
  return (
    <li className="flex items-start gap-3 px-4 py-3">
      <Icon aria-hidden className={`mt-0.5 size-4 shrink-0 ${color}`} />
      <div className="flex min-w-0 flex-1 flex-col gap-2">
        <div>
          <h3 className="flex flex-wrap items-center gap-x-2 font-medium">
            {question}
            {verdict === 'ok' ? <span className="sr-only">{whyText.verdicts.ok}</span> : <Badge tone={tone}>{whyText.verdicts[verdict]}</Badge>}
          </h3>
          <p className="wrap-anywhere text-soft">{answer}</p>
        </div>
        {policies.length > 0 && (
          <ul className="flex flex-col gap-1 text-xs">
            {policies.map(({ name, isTrue, text }) => (
              <li key={name} className="flex flex-wrap items-baseline gap-x-2">
                <span className={`w-9 shrink-0 font-mono ${isTrue ? 'text-accent' : 'text-danger'}`}>
                  {isTrue ? whyText.isTrue : whyText.isFalse}
                </span>
                <span className="min-w-0 wrap-anywhere">{name}</span>
                <span className="min-w-0 wrap-anywhere text-faint">{text}</span>
              </li>
            ))}
          </ul>
        )}
        {repairs.map((repair) => (
          <RepairRow key={repair.name} projectRef={projectRef} repair={repair} onRepaired={onRepaired} />
        ))}
        {link !== undefined && (
          <AppLink href={addressOf(findingLinks[link], { ref: projectRef })} className={buttonClass({ size: 'sm', className: 'self-start' })}>
            {link === 'settings' ? whyText.openSettings : whyText.openPolicies}
          </AppLink>
        )}
      </div>
    </li>
  )
}

/** Shows the SQL of a fix, to copy or run. */
function RepairRow({ projectRef, repair, onRepaired }: { readonly projectRef: string; readonly repair: Repair; readonly onRepaired: () => void }) {
  const client = useQueryClient()
  const [isAsking, setIsAsking] = useState(false)
  const { name, note, command } = repair
  return (
    <div className="flex flex-col gap-1.5">
      <CodeBlock code={command.sql} label={name} isWrapped />
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Button size="sm" aria-label={whyText.runOf(name)} onClick={() => setIsAsking(true)}>
          {whyText.run}
        </Button>
        <span className="min-w-0 flex-1 text-xs wrap-anywhere text-faint">{note}</span>
      </div>
      <ConfirmDialog
        isOpen={isAsking}
        onOpenChange={setIsAsking}
        title={whyText.runTitle(name)}
        description={`${note} ${whyText.runText}`}
        confirmLabel={whyText.run}
        onConfirm={async () => {
          await runChange(projectRef, { name, commands: [command] })
          await refreshProjectData(client, projectRef)
          toast.success(whyText.ran)
          onRepaired()
        }}
      >
        <CodeBlock code={command.sql} label={name} isWrapped isCopyable={false} />
      </ConfirmDialog>
    </div>
  )
}
