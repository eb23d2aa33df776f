import { Button, CopyButton, EmptyState, SearchInput, Select } from '@colonnade/ui'
import { Inbox, Pause, Play, Radio, SearchX, Trash2 } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { useSettled } from '../../../lib/late/use-settled.ts'
import { useListKeys } from '../../../lib/lists/use-list-keys.ts'
import { logText } from '../messages.ts'
import type { Session } from '../session/session.ts'
import { LogRow } from './log-row.tsx'
import { entriesMost, type EntryKind, entryKinds, findEntries, type LogEntry, type MessageLog } from './message-log.ts'

export interface LogPanelProps {
  /** Null before the first channel. */
  readonly session: Session | null
  readonly log: MessageLog
}

/** Rows shown at first, and added by each click. */
const pageRows = 100
/** Pause in messages before a screen reader announces their number, in milliseconds. */
const quietMs = 1_500

const kindOptions = [{ value: 'all' as const, label: logText.all }, ...entryKinds.map((kind) => ({ value: kind, label: logText.kinds[kind] }))]

/** Lists the messages in the channel, newest first. */
export function LogPanel({ session, log: { shown, held } }: LogPanelProps) {
  const [words, setWords] = useState('')
  const [kind, setKind] = useState<EntryKind | 'all'>('all')
  const [rows, setRows] = useState(pageRows)
  const searched = useDeferredValue(words)
  const found = findEntries(shown.entries, searched, kind)
  if (session === null) {
    return (
      <EmptyState icon={<Radio aria-hidden />} title={logText.start.title}>
        {logText.start.text}
      </EmptyState>
    )
  }
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <SearchInput
          label={logText.search}
          placeholder={logText.search}
          className="min-w-40 flex-1"
          value={words}
          onChange={(event) => setWords(event.target.value)}
        />
        <Select label={logText.kind} className="w-36" value={kind} onValueChange={setKind} options={kindOptions} />
        <Button onClick={held === null ? session.pause : session.resume}>
          {held === null ? <Pause aria-hidden /> : <Play aria-hidden />}
          {held === null ? logText.pause : logText.resume}
        </Button>
        <Button disabled={shown.entries.length === 0 && (held?.entries.length ?? 0) === 0} onClick={session.clear}>
          <Trash2 aria-hidden />
          {logText.clear}
        </Button>
        <CopyButton size="md" label={logText.copyAll} text={() => copyOf(found)} />
      </div>
      {held !== null && (
        <output className="rounded-md border border-warning/30 bg-warning-tint px-3 py-2 text-xs text-soft">
          {logText.held(held.entries.length + held.forgotten)} {held.forgotten > 0 && logText.heldFull(entriesMost)}
        </output>
      )}
      {found.length > 0 ? (
        <Entries entries={found.slice(0, rows)} />
      ) : shown.entries.length > 0 ? (
        <EmptyState icon={<SearchX aria-hidden />} title={logText.noMatch.title}>
          {logText.noMatch.text}
        </EmptyState>
      ) : (
        <EmptyState icon={<Inbox aria-hidden />} title={logText.nothing.title}>
          {logText.nothing.text}
        </EmptyState>
      )}
      {found.length > rows && (
        <Button className="self-center" onClick={() => setRows(rows + pageRows)}>
          {logText.older(Math.min(pageRows, found.length - rows))}
        </Button>
      )}
      <p className="text-xs text-faint">
        {logText.bound(entriesMost)} {shown.forgotten > 0 && logText.forgotten(shown.forgotten)}
      </p>
      <Arrived total={shown.entries.length + shown.forgotten} />
    </div>
  )
}

function Entries({ entries }: { readonly entries: readonly LogEntry[] }) {
  const [list, setList] = useState<HTMLElement | null>(null)
  const { active, ...keys } = useListKeys(list, entries.length)
  return (
    // off, or every line would be read out; the number of messages is announced instead
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys walk between the messages
    <section
      role="log"
      aria-live="off"
      aria-label={logText.label}
      className="max-h-[28rem] overflow-y-auto overscroll-contain rounded-lg border bg-surface"
    >
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the same */}
      <ol ref={setList} className="ruled" {...keys}>
        {entries.map((entry, index) => (
          <LogRow key={entry.id} entry={entry} index={index} tabIndex={index === active ? 0 : -1} />
        ))}
      </ol>
    </section>
  )
}

/** Announces the number of new messages once they pause. */
function Arrived({ total }: { readonly total: number }) {
  const settled = useSettled(total, quietMs)
  const [told, setTold] = useState({ before: total, now: total })
  if (told.now !== settled) setTold({ before: told.now, now: settled })
  const arrived = told.now - told.before
  return <output className="sr-only">{arrived > 0 && logText.arrived(arrived)}</output>
}

const copyOf = (entries: readonly LogEntry[]): string =>
  JSON.stringify(
    entries.map(({ at, kind, event, text }) => ({ at: new Date(at).toISOString(), kind, event, payload: JSON.parse(text) as unknown })),
    null,
    2,
  )
