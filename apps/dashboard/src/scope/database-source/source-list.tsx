import { Badge, cn, Popover } from '@colonnade/ui'
import { Check } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { AppLink } from '../../lib/links/app-link.tsx'
import { reasonOf, type Source, type SourceState } from './sources.ts'

export interface SourceListProps {
  readonly sources: readonly Source[]
  readonly value: string
  readonly infrastructure: string | undefined
  /** The height above which it scrolls. */
  readonly maxPx: number | undefined
  readonly onChoose: (identifier: string) => void
}

const rowClass = 'flex h-7 w-full min-w-0 items-center gap-2 rounded-sm px-2 text-left focus-visible:-outline-offset-2'

/** The sources, one below the other; arrow keys go from one to the next. */
export function SourceList({ sources, value, infrastructure, maxPx, onChoose }: SourceListProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys are those of the buttons in it
    <ul aria-label="Sources" onKeyDown={moveFocus} className="overflow-y-auto overscroll-contain p-1" style={{ maxHeight: maxPx }}>
      {sources.map((source) => (
        <li key={source.id}>
          {source.state === 'ready' ? (
            <button
              type="button"
              aria-current={source.id === value}
              onClick={() => onChoose(source.id)}
              className={cn(rowClass, 'hover:bg-selected')}
            >
              <SourceText source={source} />
              {source.id === value && <Check aria-hidden className="size-3.5 shrink-0 text-accent" />}
            </button>
          ) : (
            <UnavailableSource source={source} state={source.state} infrastructure={infrastructure} />
          )}
        </li>
      ))}
    </ul>
  )
}

interface UnavailableSourceProps {
  readonly source: Source
  readonly state: Exclude<SourceState, 'ready'>
  readonly infrastructure: string | undefined
}

/** A replica that cannot be chosen. The reason, with a link, opens on hover or with Enter, so that keyboard users can reach the link. */
function UnavailableSource({ source, state, infrastructure }: UnavailableSourceProps) {
  return (
    <Popover
      label={reasonOf(state)}
      side="right"
      align="center"
      opensOnHover
      className="w-64 px-3 py-2 text-xs"
      trigger={
        <button type="button" className={cn(rowClass, 'text-soft hover:bg-hover')}>
          <SourceText source={source} />
          <Badge tone={state === 'coming up' ? 'neutral' : 'warning'}>{state}</Badge>
        </button>
      }
    >
      <p>{reasonOf(state)}</p>
      {infrastructure !== undefined && (
        <AppLink href={infrastructure} className="text-accent underline underline-offset-2">
          Infrastructure settings
        </AppLink>
      )}
    </Popover>
  )
}

function SourceText({ source: { label, hint } }: { readonly source: Source }) {
  return (
    <span className="flex min-w-0 flex-1 items-baseline gap-1.5">
      <span className="min-w-0 truncate">{label}</span>
      {hint !== null && <span className="font-mono text-xs text-soft">{hint}</span>}
    </span>
  )
}

function moveFocus(event: KeyboardEvent<HTMLUListElement>): void {
  const buttons = [...event.currentTarget.querySelectorAll('button')]
  const at = buttons.indexOf(event.target as HTMLButtonElement)
  const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: buttons.length - 1 }[event.key]
  if (at < 0 || next === undefined) return
  event.preventDefault()
  buttons[Math.min(Math.max(next, 0), buttons.length - 1)]?.focus()
}
