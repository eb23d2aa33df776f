import { cn } from '@colonnade/ui'
import { File, FileCode, FileJson, Folder, Play } from 'lucide-react'
import { useState, type KeyboardEvent } from 'react'
import { entryProps, useListKeys } from '../../../lib/lists/use-list-keys.ts'
import { codeText } from '../messages.ts'
import { type FileActions, FileMenu, FileTools } from './file-actions.tsx'
import { type FileChange, fileRows, languageOf } from './source.ts'

export interface FileListProps {
  readonly paths: readonly string[]
  readonly entrypoint: string
  readonly openPath: string
  readonly changes: ReadonlyMap<string, FileChange>
  /** Returns the number of problems in a file. */
  readonly problemsOf: (path: string) => number
  readonly onOpen: (path: string) => void
  /** Undefined makes the files read-only. */
  readonly actions: FileActions | null
}

/** Lists the files of a function by folder. */
export function FileList({ paths, entrypoint, openPath, changes, problemsOf, onOpen, actions }: FileListProps) {
  const [list, setList] = useState<HTMLElement | null>(null)
  const rows = fileRows(paths)
  const files = rows.filter(({ kind }) => kind === 'file')
  const { active, ...keys } = useListKeys(list, files.length)
  const onFileKey = (event: KeyboardEvent, path: string) => {
    if (actions === null) return
    if (event.key === 'F2') actions.onRename(path)
    else if (event.key === 'Delete' && path !== entrypoint) actions.onDelete(path)
    else return
    event.preventDefault()
  }
  return (
    <div className="flex min-h-0 flex-col">
      <div className="flex h-9 shrink-0 items-center gap-0.5 border-b pr-1 pl-3">
        <h2 className="flex-1 text-xs text-faint">{codeText.files}</h2>
        {actions !== null && <FileTools actions={actions} />}
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys walk between the files in it */}
      <ul ref={setList} aria-label={codeText.files} className="min-h-0 flex-1 overflow-y-auto p-1.5" {...keys}>
        {rows.map((row) => {
          const indent = { paddingLeft: `${row.level * 0.75 - 0.25}rem` }
          if (row.kind === 'folder') {
            return (
              <li key={`${row.path}/`} className="flex h-7 items-center gap-1.5 text-soft" style={indent}>
                <Folder aria-hidden className="size-3.5 shrink-0 text-faint" />
                <span className="truncate" title={row.path}>
                  {row.name}
                </span>
              </li>
            )
          }
          const index = files.indexOf(row)
          const change = changes.get(row.path)
          const problems = problemsOf(row.path)
          return (
            <li
              key={row.path}
              data-index={index}
              className={cn(
                'group flex h-7 items-center rounded-md pr-0.5 text-soft hover:bg-hover hover:text-fg',
                row.path === openPath && 'bg-selected text-fg',
              )}
            >
              <button
                type="button"
                {...entryProps}
                tabIndex={index === active ? 0 : -1}
                aria-current={row.path === openPath ? 'true' : undefined}
                title={row.path}
                className="flex h-full min-w-0 flex-1 items-center gap-1.5 rounded-md"
                style={indent}
                onClick={() => onOpen(row.path)}
                onKeyDown={(event) => onFileKey(event, row.path)}
              >
                <FileIcon path={row.path} />
                <span className={cn('truncate', problems > 0 && 'text-danger')}>{row.name}</span>
                {row.path === entrypoint && (
                  <>
                    <Play aria-hidden className="size-3 shrink-0 text-faint" />
                    <span className="sr-only"> ({codeText.entrypoint})</span>
                  </>
                )}
                {change !== undefined && <span aria-hidden className="size-1.5 shrink-0 rounded-full bg-accent" />}
                {change !== undefined && <span className="sr-only"> ({codeText.changes[change]})</span>}
                {problems > 0 && <span className="sr-only"> ({codeText.problemCount(problems)})</span>}
              </button>
              {actions !== null && (
                <FileMenu
                  path={row.path}
                  entrypoint={entrypoint}
                  actions={actions}
                  tabIndex={index === active ? 0 : -1}
                  className="size-6 opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 data-popup-open:opacity-100 pointer-coarse:opacity-100 [&_svg]:size-3.5"
                />
              )}
            </li>
          )
        })}
      </ul>
    </div>
  )
}

function FileIcon({ path }: { readonly path: string }) {
  const language = languageOf(path)
  const Icon = language === 'json' ? FileJson : language === 'text' ? File : FileCode
  return <Icon aria-hidden className="size-3.5 shrink-0 text-faint" />
}
