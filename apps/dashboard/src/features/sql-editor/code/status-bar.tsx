import { useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import { formatNumber } from '../../../lib/bytes.ts'
import { statusBarText } from './messages.ts'
import type { CursorPlace, EditorStatus, StatusStore } from './status.ts'

export interface StatusBarProps {
  readonly status: StatusStore
  /** Why the last run did not begin. */
  readonly refusal: string | null
  readonly onNextProblem: () => void
}

/** The line below the editor: where the cursor is, what is wrong, and what is switched off. */
export function StatusBar({ status, refusal, onNextProblem }: StatusBarProps) {
  const { selected, cursors, errors, warnings, isLarge } = useSyncExternalStore(status.subscribe, status.get)
  const place = useRef<HTMLSpanElement>(null)
  // written past React: what it looks at before it changes anything would have each key press lay out the page once more
  useLayoutEffect(() => status.follow((at) => (place.current!.textContent = placeWords(at))), [status])
  const problems = problemsText({ errors, warnings })
  return (
    <div className="flex shrink-0 flex-col border-t text-xs text-soft">
      {refusal !== null && (
        <p role="alert" className="border-b bg-warning-tint px-3 py-1.5 wrap-anywhere text-fg">
          {refusal}
        </p>
      )}
      <div className="flex h-6 items-center gap-3 overflow-hidden [contain:strict] px-3 whitespace-nowrap">
        {problems !== '' && (
          <button
            type="button"
            onClick={onNextProblem}
            title={statusBarText.nextProblem}
            className={errors > 0 ? 'text-danger hover:underline' : 'hover:underline'}
          >
            {problems}
          </button>
        )}
        {isLarge && <span className="truncate">{statusBarText.large}</span>}
        <span className="ml-auto tabular-nums">
          {cursors > 1 ? statusBarText.cursors(cursors) : selected > 0 ? statusBarText.selected(formatNumber(selected)) : ''}
        </span>
        <span ref={place} className="tabular-nums" />
      </div>
    </div>
  )
}

const placeWords = ({ line, column }: CursorPlace) => statusBarText.lineColumn(formatNumber(line), formatNumber(column))

function problemsText({ errors, warnings }: Pick<EditorStatus, 'errors' | 'warnings'>): string {
  const count = (number: number, word: string) => (number === 0 ? [] : [`${number} ${word}${number === 1 ? '' : 's'}`])
  return [...count(errors, 'error'), ...count(warnings, 'warning')].join(', ')
}
