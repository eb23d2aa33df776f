import type { ReactNode } from 'react'
import type { CodeFile } from '../guide.ts'
import { CodeFiles } from './code-files.tsx'
import { CopyableText } from '../../../lib/code-text/code-text.tsx'

export interface GuideStepsProps {
  readonly install: readonly string[]
  readonly files: readonly CodeFile[]
  readonly run?: string | undefined
}

/** From nothing to a first answer: what to bring, what to write, what to start. */
export function GuideSteps({ install, files, run }: GuideStepsProps) {
  const steps: readonly { readonly title: string; readonly content: ReactNode }[] = [
    ...(install.length > 0
      ? [{ title: 'Install', content: <CopyableText text={install.join('\n')} language="plain" label="install command" isWrapped /> }]
      : []),
    ...(files.length > 0 ? [{ title: files.length === 1 ? 'Add this file' : 'Add these files', content: <CodeFiles files={files} /> }] : []),
    ...(run !== undefined ? [{ title: 'Run', content: <CopyableText text={run} language="plain" label="run command" isWrapped /> }] : []),
  ]
  return (
    <ol className="flex flex-col gap-4">
      {steps.map(({ title, content }, index) => (
        <li key={title} className="flex min-w-0 flex-col gap-2">
          <h4 className="flex items-center gap-2 text-xs font-medium text-soft">
            {steps.length > 1 && (
              <span aria-hidden className="flex size-4.5 items-center justify-center rounded-full border text-2xs text-faint tabular-nums">
                {index + 1}
              </span>
            )}
            {title}
          </h4>
          {content}
        </li>
      ))}
    </ol>
  )
}
