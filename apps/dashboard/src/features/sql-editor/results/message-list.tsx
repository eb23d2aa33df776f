import type { QueryNotice } from '@colonnade/contracts/data/queries'
import { Badge, cn } from '@colonnade/ui'
import { useVirtualizer } from '@tanstack/react-virtual'
import { Check, Undo2 } from 'lucide-react'
import { useRef } from 'react'
import type { DoneStatement, RunOutput } from '../run/run-state.ts'
import { commandText, durationText } from '../wording.ts'
import { messageListText } from './messages.ts'
import { statementWords } from './statement-texts.ts'

export interface MessageListProps {
  readonly output: RunOutput
  /** The text of each statement in order, where known. */
  readonly texts: readonly string[]
}

const linePx = 32
const linesBeyond = 12

/** Lists the statements with their durations, and the notices of Postgres. Stays fast with thousands of either. */
export function MessageList({ output: { notices, statements }, texts }: MessageListProps) {
  const scroller = useRef<HTMLElement>(null)
  // oxlint-disable-next-line react/incompatible-library -- a leaf, which the compiler leaves alone
  const list = useVirtualizer({
    count: notices.length + statements.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => linePx,
    overscan: linesBeyond,
    initialRect: { width: 0, height: 600 },
  })
  if (notices.length + statements.length === 0) return <p className="p-3 text-soft">{messageListText.empty}</p>
  return (
    <section
      ref={scroller}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reachable by keyboard
      tabIndex={0}
      aria-label={messageListText.messages}
      className="min-h-0 flex-1 overflow-y-auto focus-visible:-outline-offset-2"
    >
      <ul aria-label={messageListText.noticesStatements} className="relative" style={{ height: list.getTotalSize() }}>
        {list.getVirtualItems().map(({ index, start }) => (
          <li
            key={index}
            ref={list.measureElement}
            data-index={index}
            aria-setsize={notices.length + statements.length}
            aria-posinset={index + 1}
            className="absolute inset-x-0 flex min-h-8 items-baseline gap-2 border-b px-3 py-1.5"
            style={{ transform: `translateY(${start}px)` }}
          >
            {index < notices.length ? (
              <Notice notice={notices[index]!} />
            ) : (
              <Statement statement={statements[index - notices.length]!} text={texts[index - notices.length]} />
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Longer messages are cut. */
const shownCharacters = 2_000

function Notice({ notice: { severity, message, detail, hint, sqlstate } }: { readonly notice: QueryNotice }) {
  return (
    <>
      <Badge tone={severity === 'WARNING' ? 'warning' : 'neutral'}>{severity}</Badge>
      <span className="min-w-0 flex-1 break-words whitespace-pre-wrap">
        {message.length > shownCharacters ? `${message.slice(0, shownCharacters)}…` : message}
        {detail !== null && <span className="block text-soft">{detail.slice(0, shownCharacters)}</span>}
        {hint !== null && <span className="block text-soft">{messageListText.hint(hint)}</span>}
      </span>
      {sqlstate !== '00000' && <span className="font-mono text-2xs text-faint">{sqlstate}</span>}
    </>
  )
}

function Statement({ statement, text }: { readonly statement: DoneStatement; readonly text: string | undefined }) {
  return (
    <>
      {statement.isRolledBack ? (
        <Undo2 aria-hidden className="size-3.5 shrink-0 self-center text-warning" />
      ) : (
        <Check aria-hidden className="size-3.5 shrink-0 self-center text-accent" />
      )}
      <span className={cn('shrink-0 font-mono text-xs', statement.isRolledBack && 'text-warning')}>{commandText(statement)}</span>
      <span className="min-w-0 flex-1 truncate font-mono text-xs text-faint">{text === undefined ? '' : statementWords(text)}</span>
      {statement.durationMs > 0 && <span className="shrink-0 text-xs text-faint tabular-nums">{durationText(statement.durationMs)}</span>}
    </>
  )
}
