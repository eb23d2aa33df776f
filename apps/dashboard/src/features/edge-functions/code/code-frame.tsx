import { Select } from '@colonnade/ui'
import { lazy, type ReactNode, Suspense } from 'react'
import { formatBytes } from '../../../lib/bytes.ts'
import { loaded } from '../../../lib/late/loaded.ts'
import { useIsNarrow } from '../../../lib/use-is-narrow.ts'
import { codeText } from '../messages.ts'
import type { BuildProblem } from './build-problems.ts'
import type { FilePlace } from './file-editor.tsx'
import { type FileActions, FileMenu, FileTools } from './file-actions.tsx'
import { FileList } from './file-list.tsx'
import { bytesOf, type FileChange, fileOf, type FunctionSource } from './source.ts'

const LateEditor = lazy(loaded(() => import('./file-editor.tsx'), 'FileEditor'))

export interface CodeFrameProps {
  readonly source: FunctionSource
  readonly openPath: string
  readonly onOpen: (path: string) => void
  readonly changes: ReadonlyMap<string, FileChange>
  readonly problems: readonly BuildProblem[]
  readonly goTo: FilePlace | null
  /** Undefined makes the code read-only. */
  readonly actions: FileActions | null
  readonly onText?: ((path: string, text: string) => void) | undefined
  /** State and actions above the editor. */
  readonly bar: ReactNode
  /** Content below the editor. */
  readonly children?: ReactNode
}

/** Shows the file list beside the open file. */
export function CodeFrame({ source, openPath, onOpen, changes, problems, goTo, actions, onText, bar, children }: CodeFrameProps) {
  const isNarrow = useIsNarrow()
  const file = fileOf(source, openPath) ?? fileOf(source, source.entrypoint) ?? source.files[0]!
  const problemsIn = (path: string) => problems.flatMap(({ message, place }) => (place?.path === path ? [{ message, ...place }] : []))
  const paths = source.files.map(({ path }) => path)
  return (
    <div className="flex h-full min-h-[26rem] border-t max-md:flex-col">
      {isNarrow ? (
        <div className="flex items-center gap-2 border-b p-2">
          <Select
            // a list that loses its selected item would select the first one
            key={paths.join()}
            label={codeText.files}
            className="min-w-0 flex-1"
            value={file.path}
            onValueChange={onOpen}
            options={paths.map((path) => ({ value: path, label: path }))}
          />
          {actions !== null && (
            <>
              <FileMenu path={file.path} entrypoint={source.entrypoint} actions={actions} />
              <FileTools actions={actions} />
            </>
          )}
        </div>
      ) : (
        <div className="flex w-60 shrink-0 flex-col border-r bg-surface">
          <FileList
            paths={paths}
            entrypoint={source.entrypoint}
            openPath={file.path}
            changes={changes}
            problemsOf={(path) => problemsIn(path).length}
            onOpen={onOpen}
            actions={actions}
          />
        </div>
      )}
      <div className="flex min-h-0 min-w-0 flex-1 flex-col">
        <div className="flex min-h-9 shrink-0 flex-wrap items-center gap-x-3 gap-y-1 border-b py-0.5 pr-2 pl-3">
          <span className="min-w-0 truncate font-mono text-xs text-soft max-md:hidden" title={file.path}>
            {file.path}
          </span>
          {bar}
        </div>
        <div className="min-h-40 flex-1">
          {typeof file.content === 'string' ? (
            <Suspense
              fallback={
                <pre aria-busy className="h-full overflow-hidden py-2 pl-12 font-mono text-[0.8125rem] leading-5">
                  {file.content}
                </pre>
              }
            >
              <LateEditor
                path={file.path}
                text={file.content}
                label={codeText.codeOf(file.path)}
                problems={problemsIn(file.path)}
                goTo={goTo}
                onChange={onText && ((text) => onText(file.path, text))}
              />
            </Suspense>
          ) : (
            <p className="p-4 text-soft">{codeText.binary(formatBytes(bytesOf(file)))}</p>
          )}
        </div>
        {children}
      </div>
    </div>
  )
}
