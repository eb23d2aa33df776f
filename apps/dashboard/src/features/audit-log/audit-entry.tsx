import type { AuditEntry as Entry } from '@colonnade/contracts/organizations/audit-log'
import { cn } from '@colonnade/ui'
import { ChevronRight } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { detailText, eventWords } from './event-words.ts'
import { entryText, filterText } from './messages.ts'

export interface AuditEntryProps {
  readonly entry: Entry
  /** Filter the list; without them names are plain text, and the actor isn't shown. */
  readonly onActor?: ((actor: Entry['actor']) => void) | undefined
  readonly onProject?: ((ref: string) => void) | undefined
}

/** An entry of the audit log. Opening it shows its details and where it came from. */
export function AuditEntry({ entry, onActor, onProject }: AuditEntryProps) {
  const { at, event, actor, project, address, user_agent: agent, request_id: request, details } = entry
  const [isOpen, setIsOpen] = useState(false)
  const { text, object } = eventWords(event, details)
  const facts: readonly (readonly [string, string | null])[] = [
    [entryText.event, event],
    ...Object.entries(details).map(([name, value]) => [name, detailText(value)] as const),
    [entryText.email, actor?.primary_email ?? null],
    [entryText.ref, project?.ref ?? null],
    [entryText.address, address],
    [entryText.browser, agent],
    [entryText.request, request],
  ]
  return (
    <>
      <div className="grid gap-x-4 gap-y-0.5 px-3 py-2 md:grid-cols-[minmax(0,1fr)_11rem_11rem_6rem]">
        <button
          type="button"
          aria-expanded={isOpen}
          className="flex min-w-0 items-start gap-2 rounded-sm text-left hover:text-accent"
          onClick={() => setIsOpen(!isOpen)}
        >
          <ChevronRight aria-hidden className={cn('mt-0.5 size-3.5 shrink-0 text-faint transition-transform', isOpen && 'rotate-90')} />
          <span className="min-w-0 wrap-anywhere">
            {text}
            {object !== null && (
              <>
                {' '}
                <strong className="font-medium">{object}</strong>
              </>
            )}
          </span>
        </button>
        <div className="flex flex-wrap gap-x-3 pl-5.5 text-xs leading-5 md:contents">
          <span className="min-w-0 max-md:empty:hidden">
            {project !== null && (
              <Narrowing title={entryText.onlyProject(project.name ?? project.ref)} onPress={onProject && (() => onProject(project.ref))}>
                {project.name ?? <span className="font-mono">{project.ref}</span>}
              </Narrowing>
            )}
          </span>
          <span className="min-w-0 max-md:empty:hidden">
            {onActor && (
              <Narrowing title={actor === null ? entryText.onlyAutomatic : entryText.onlyPerson(actor.primary_email)} onPress={() => onActor(actor)}>
                {actor?.username ?? filterText.automatic}
              </Narrowing>
            )}
          </span>
          <time dateTime={at} className="text-faint tabular-nums md:text-right">
            {new Date(at).toLocaleTimeString()}
          </time>
        </div>
      </div>
      {isOpen && (
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 border-t bg-sunken px-8.5 py-3 text-xs">
          {facts.map(
            ([name, value]) =>
              value !== null && (
                <div key={name} className="contents">
                  <dt className="text-faint">{name}</dt>
                  <dd className="font-mono wrap-anywhere text-soft">{value}</dd>
                </div>
              ),
          )}
        </dl>
      )}
    </>
  )
}

/** A name that filters the list by what it names; plain text without `onPress`. */
function Narrowing({
  title,
  onPress,
  children,
}: {
  readonly title: string
  readonly onPress: (() => void) | undefined
  readonly children: ReactNode
}) {
  if (onPress === undefined) return <span className="block truncate text-soft">{children}</span>
  return (
    <button
      type="button"
      className="max-w-full truncate rounded-sm text-left text-soft hover:text-fg hover:underline"
      title={title}
      onClick={onPress}
    >
      {children}
    </button>
  )
}
