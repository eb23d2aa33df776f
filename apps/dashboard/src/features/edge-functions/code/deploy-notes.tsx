import { CircleX, Info } from 'lucide-react'
import { CodeBlock } from '@colonnade/ui'
import { ErrorNotice } from '../../../lib/error-notice.tsx'
import { Notice } from '../../../lib/texts/notice.tsx'
import { codeText } from '../messages.ts'
import type { BuildProblem } from './build-problems.ts'
import type { FilePlace } from './file-editor.tsx'

export interface DeployNotesProps {
  /** Why the last deploy failed. */
  readonly error: unknown
  /** Output of the failed build; null if something else failed. */
  readonly log: string | null
  readonly problems: readonly BuildProblem[]
  /** Notices from the build of a successful deploy. */
  readonly notices: readonly string[]
  readonly hints: readonly string[]
  readonly onGoTo: (place: FilePlace) => void
}

/** Shows notes about the last deploy and the draft below the code. */
export function DeployNotes({ error, log, problems, notices, hints, onGoTo }: DeployNotesProps) {
  if (error === null && notices.length === 0 && hints.length === 0) return null
  return (
    <section aria-label={codeText.problems} className="flex max-h-[45%] shrink-0 flex-col gap-2 overflow-y-auto border-t bg-surface p-3">
      {hints.map((hint) => (
        <Notice key={hint}>{hint}</Notice>
      ))}
      {notices.map((notice) => (
        <p key={notice} className="flex gap-2 text-xs text-soft">
          <Info aria-hidden className="mt-px size-3.5 shrink-0 text-faint" />
          {notice}
        </p>
      ))}
      {error !== null && log === null && <ErrorNotice error={error} subject={codeText.deployFailed} />}
      {log !== null && (
        <div role="alert" className="flex flex-col gap-2">
          <p className="flex items-center gap-2 text-sm font-medium text-danger">
            <CircleX aria-hidden className="size-4 shrink-0" />
            {codeText.failed}
          </p>
          {problems.length > 0 && (
            <ul className="flex flex-col gap-0.5">
              {problems.map(({ message, place }, index) => (
                // oxlint-disable-next-line react/no-array-index-key -- the list of one build never changes
                <li key={index} className="flex flex-wrap items-baseline gap-x-2 text-xs">
                  {place !== null && (
                    <button type="button" className="rounded-sm font-mono text-accent hover:underline" onClick={() => onGoTo(place)}>
                      {place.path}:{place.line}:{place.column}
                    </button>
                  )}
                  <span className="min-w-0 wrap-anywhere">{message}</span>
                </li>
              ))}
            </ul>
          )}
          <details open={problems.length === 0}>
            <summary className="cursor-pointer rounded-sm text-xs text-soft">{codeText.log}</summary>
            <CodeBlock className="mt-2" label={codeText.log} code={log} isWrapped />
          </details>
        </div>
      )}
    </section>
  )
}
