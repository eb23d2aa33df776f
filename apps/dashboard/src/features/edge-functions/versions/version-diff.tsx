import type { FunctionVersion } from '@colonnade/contracts/functions/function-versions'
import { Select, Skeleton } from '@colonnade/ui'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { ErrorNotice } from '../../../lib/error-notice.tsx'
import { loaded } from '../../../lib/late/loaded.ts'
import { SidePanel } from '../../../lib/panels/side-panel.tsx'
import { changesOf, fileOf, type FunctionSource, languageOf } from '../code/source.ts'
import { sourceQuery } from '../code/source-calls.ts'
import { codeText, versionText } from '../messages.ts'

const LateDiff = lazy(loaded(() => import('../../../lib/text-diff/text-diff.tsx'), 'TextDiff'))

export interface VersionDiffProps {
  readonly projectRef: string
  readonly slug: string
  readonly before: FunctionVersion
  readonly after: FunctionVersion
  readonly onClose: () => void
}

/** Compares two versions file by file. */
export function VersionDiff({ projectRef, slug, before, after, onClose }: VersionDiffProps) {
  const first = useQuery(sourceQuery(projectRef, slug, before.version))
  const second = useQuery(sourceQuery(projectRef, slug, after.version))
  const error = first.error ?? second.error
  return (
    <SidePanel title={versionText.compareTitle(before.version, after.version)} size="wide" onClose={onClose}>
      <div className="flex min-h-0 flex-1 flex-col gap-3 p-4">
        {error !== null ? (
          <ErrorNotice error={error} subject={versionText.loadOneFailed} />
        ) : first.data === undefined || second.data === undefined ? (
          <Skeleton className="h-40 w-full" />
        ) : (
          <Files
            before={first.data}
            after={second.data}
            labels={{ before: versionText.name(before.version), after: versionText.name(after.version) }}
          />
        )}
      </div>
    </SidePanel>
  )
}

interface FilesProps {
  readonly before: FunctionSource
  readonly after: FunctionSource
  readonly labels: { readonly before: string; readonly after: string }
}

function Files({ before, after, labels }: FilesProps) {
  const changes = [...changesOf(before, after)]
  const [chosen, setChosen] = useState(changes[0]?.[0] ?? '')
  if (changes.length === 0) return <p className="text-soft">{versionText.same}</p>
  const textOf = (source: FunctionSource) => fileOf(source, chosen)?.content ?? ''
  const [old, next] = [textOf(before), textOf(after)]
  return (
    <>
      <Select
        label={codeText.files}
        value={chosen}
        onValueChange={setChosen}
        options={changes.map(([path, change]) => ({ value: path, label: `${path} (${codeText.changes[change]})` }))}
      />
      {typeof old === 'string' && typeof next === 'string' ? (
        <Suspense fallback={<Skeleton className="h-40 w-full" />}>
          <LateDiff key={chosen} before={old} after={next} labels={labels} language={languageOf(chosen)} />
        </Suspense>
      ) : (
        <p className="text-soft">{versionText.binary}</p>
      )}
    </>
  )
}
