import type { BucketSummary } from '@colonnade/contracts/storage/storage-buckets'
import type { StorageTrialReport } from '@colonnade/pg-meta/storage-trial'
import { Button, EmptyState, Field, Input, Panel, PanelContent, SearchSelect, SuggestInput } from '@colonnade/ui'
import { useMutation, useQuery } from '@tanstack/react-query'
import { FlaskConical, Lock } from 'lucide-react'
import { useState } from 'react'
import { isAppError } from '@colonnade/core'
import { messageOf } from '../../../lib/error-notice.tsx'
import { useSettled } from '../../../lib/late/use-settled.ts'
import type { SearchProps } from '../../../lib/object-page/object-search.ts'
import { ClientChoice } from '../../../scope/database-role/client-choice.tsx'
import { clientOf, visitor } from '../../../scope/database-role/client.ts'
import { useIsAllowed } from '../../../scope/permissions.ts'
import { verdictText } from '../../../scope/policy-trials/messages.ts'
import { trialTimeoutMs } from '../../../scope/policy-trials/run-trial.ts'
import { movedNameOf, runStorageTrial } from '../../../scope/storage-trial/run-trial.ts'
import type { StoragePoliciesSearch } from '../search.ts'
import { testText } from './messages.ts'
import { filesWithQuery } from './suggestions.ts'
import { TestResults } from './test-results.tsx'

export interface TestPanelProps extends SearchProps<StoragePoliciesSearch> {
  readonly projectRef: string
  readonly buckets: readonly BucketSummary[]
}

interface Outcome {
  readonly who: string
  readonly report: StorageTrialReport
}

/** Pause in typing before files are searched, in milliseconds. */
const settleMs = 200

/** Tests in the database what a client can do with a file. */
export function TestPanel(props: TestPanelProps) {
  const isAllowed = useIsAllowed(props.projectRef)('database:write')
  if (!isAllowed) {
    return (
      <EmptyState icon={<Lock aria-hidden />} title={testText.noRight.title}>
        {testText.noRight.text}
      </EmptyState>
    )
  }
  if (props.buckets.length === 0) {
    return (
      <EmptyState icon={<FlaskConical aria-hidden />} title={testText.noBuckets.title}>
        {testText.noBuckets.text}
      </EmptyState>
    )
  }
  return <TestForm {...props} />
}

function TestForm({ projectRef, search, onSearch, buckets }: TestPanelProps) {
  const [chosen, setChosen] = useState(visitor)
  const bucket = search.bucket ?? buckets[0]!.id
  const path = search.path ?? ''
  const [writtenMove, setWrittenMove] = useState('')
  const words = useSettled(path, settleMs)
  const names = useQuery({ ...filesWithQuery(projectRef, bucket, words), enabled: buckets.some(({ id }) => id === bucket) })
  const test = useMutation({
    mutationFn: async (): Promise<Outcome> => {
      if (path.trim() === '') throw new Error(testText.pathMissing)
      const client = await clientOf(projectRef, chosen)
      const report = await runStorageTrial(projectRef, {
        as: client,
        bucket,
        path: path.trim(),
        ...(writtenMove.trim() !== '' && { movedTo: writtenMove.trim() }),
      })
      return { who: client.name, report }
    },
  })
  const change = (next: Partial<StoragePoliciesSearch>) => {
    test.reset()
    onSearch({ ...search, bucket, ...next }, { isReplaced: true })
  }
  const submit = () => test.mutate()
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[22rem_minmax(0,1fr)]">
      <Panel label={testText.tab}>
        <PanelContent>
          <form
            className="flex flex-col gap-4"
            noValidate
            onSubmit={(event) => {
              event.preventDefault()
              submit()
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
            <Field label={testText.bucket}>
              <SearchSelect
                value={bucket}
                onValueChange={(id) => change({ bucket: id })}
                options={buckets.map(({ id, name, public: isPublic }) => ({ value: id, label: name, hint: isPublic ? 'public' : 'private' }))}
                searchLabel={testText.searchBuckets}
                emptyText={testText.noMatch}
              />
            </Field>
            <div className="flex flex-col gap-1.5">
              <span aria-hidden className="font-medium">
                {testText.path}
              </span>
              <SuggestInput
                label={testText.path}
                isMono
                placeholder={testText.pathPlaceholder}
                className="rounded-md border border-strong bg-field focus-within:border-accent"
                value={path}
                onValueChange={(next) => change({ path: next })}
                suggestions={(names.data ?? []).filter((name) => name !== path).map((name) => ({ text: name, label: name }))}
                onCommit={submit}
              />
              <p className="text-xs text-faint">{testText.pathHint}</p>
            </div>
            <Field label={testText.movedTo} isOptional>
              <Input
                isMono
                spellCheck={false}
                autoComplete="off"
                placeholder={path === '' ? testText.movedPlaceholder : movedNameOf(path)}
                value={writtenMove}
                onChange={(event) => {
                  setWrittenMove(event.target.value)
                  test.reset()
                }}
              />
            </Field>
            <Button type="submit" variant="primary" className="self-start" isPending={test.isPending}>
              {testText.submit}
            </Button>
            {test.error !== null && (
              <p role="alert" className="rounded-md border border-danger/40 bg-danger-tint px-3 py-2 wrap-anywhere">
                {errorText(test.error)}
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
        <TestResults {...test.data} />
      )}
    </div>
  )
}

const errorText = (error: Error): string => (isAppError(error, 'statement_timeout') ? verdictText.timeout(trialTimeoutMs / 1_000) : messageOf(error))
