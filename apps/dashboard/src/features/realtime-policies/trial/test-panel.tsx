import { isAppError } from '@colonnade/core'
import { Button, EmptyState, Field, Input, Panel, PanelContent, PanelHeader } from '@colonnade/ui'
import { useMutation } from '@tanstack/react-query'
import { FlaskConical, Lock } from 'lucide-react'
import { useState } from 'react'
import { messageOf } from '../../../lib/error-notice.tsx'
import type { SearchProps } from '../../../lib/object-page/object-search.ts'
import { ClientChoice } from '../../../scope/database-role/client-choice.tsx'
import { clientOf, visitor } from '../../../scope/database-role/client.ts'
import { useIsAllowed } from '../../../scope/permissions.ts'
import { verdictText } from '../../../scope/policy-trials/messages.ts'
import { trialTimeoutMs } from '../../../scope/policy-trials/run-trial.ts'
import { VerdictEntry } from '../../../scope/policy-trials/verdict-entry.tsx'
import { type ExplainedTrial, explainRealtimeTrial } from '../../../scope/realtime-trial/explain.ts'
import { runRealtimeTrial } from '../../../scope/realtime-trial/run-trial.ts'
import type { RealtimePoliciesSearch } from '../search.ts'
import { accessText, testText } from './messages.ts'

export interface TestPanelProps extends SearchProps<RealtimePoliciesSearch> {
  readonly projectRef: string
}

interface Outcome extends ExplainedTrial {
  readonly who: string
  readonly topic: string
}

/** Tests in the database what a client can do in a private channel. */
export function TestPanel(props: TestPanelProps) {
  const isAllowed = useIsAllowed(props.projectRef)('database:write')
  if (!isAllowed) {
    return (
      <EmptyState icon={<Lock aria-hidden />} title={testText.noRight.title}>
        {testText.noRight.text}
      </EmptyState>
    )
  }
  return <TestForm {...props} />
}

/** Longest topic, including the `realtime:` prefix. */
const topicBytesMost = 255 - 'realtime:'.length

function TestForm({ projectRef, search, onSearch }: TestPanelProps) {
  const [chosen, setChosen] = useState(visitor)
  const topic = search.topic ?? ''
  const bytes = new TextEncoder().encode(topic).length
  const test = useMutation({
    mutationFn: async (): Promise<Outcome> => {
      if (topic.trim() === '') throw new Error(testText.topicMissing)
      const client = await clientOf(projectRef, chosen)
      return { who: client.name, topic, ...explainRealtimeTrial(await runRealtimeTrial(projectRef, { as: client, topic })) }
    },
  })
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[22rem_minmax(0,1fr)]">
      <Panel label={testText.tab}>
        <PanelContent>
          <form
            className="flex flex-col gap-4"
            noValidate
            onSubmit={(event) => {
              event.preventDefault()
              if (bytes <= topicBytesMost) test.mutate()
            }}
          >
            <p className="text-xs text-soft">{testText.intro}</p>
            <ClientChoice
              projectRef={projectRef}
              label={testText.who}
              kinds={['anon', 'user', 'service_role']}
              value={chosen}
              onChange={(next) => {
                setChosen(next)
                test.reset()
              }}
            />
            <Field label={testText.topic} hint={testText.topicHint} error={bytes > topicBytesMost ? testText.topicLong : undefined}>
              <Input
                isMono
                spellCheck={false}
                autoComplete="off"
                placeholder={testText.topicPlaceholder}
                value={topic}
                onChange={(event) => {
                  test.reset()
                  onSearch({ ...search, topic: event.target.value === '' ? undefined : event.target.value }, { isReplaced: true })
                }}
              />
            </Field>
            <Button type="submit" variant="primary" className="self-start" isPending={test.isPending}>
              {testText.submit}
            </Button>
            {test.error !== null && (
              <p role="alert" className="rounded-md border border-danger/40 bg-danger-tint px-3 py-2 wrap-anywhere">
                {isAppError(test.error, 'statement_timeout') ? verdictText.timeout(trialTimeoutMs / 1_000) : messageOf(test.error)}
              </p>
            )}
          </form>
        </PanelContent>
      </Panel>
      {test.data === undefined ? (
        <EmptyState icon={<FlaskConical aria-hidden />} title={testText.nothingYet.title}>
          {testText.nothingYet.text}
        </EmptyState>
      ) : (
        <Results {...test.data} />
      )}
    </div>
  )
}

function Results({ who, topic, canJoin, accesses }: Outcome) {
  const title = testText.results(who, topic)
  return (
    <Panel label={title}>
      <PanelHeader title={<span className="wrap-anywhere">{title}</span>} description={canJoin ? testText.joins : testText.refused} />
      <ul aria-label={title} className="flex flex-col ruled">
        {accesses.map((explained) => (
          <VerdictEntry
            key={`${explained.access} ${explained.extension}`}
            {...explained}
            {...accessText[`${explained.access} ${explained.extension}`]}
          />
        ))}
      </ul>
    </Panel>
  )
}
