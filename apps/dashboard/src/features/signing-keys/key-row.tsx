import type { ProjectSigningKey } from '@colonnade/contracts/api/signing-keys'
import { Badge, Button, CopyButton, IconButton, Menu, MenuItem, RelativeTime } from '@colonnade/ui'
import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import { actionLabels, type KeyAction } from './key-actions.ts'
import { keyName, legacyText, neverSeenText, keyRowText } from './messages.ts'

export interface KeyRowProps {
  readonly signingKey: ProjectSigningKey
  /** The first has a button, the others are in its menu. */
  readonly actions: readonly KeyAction[]
  readonly onAct: (action: KeyAction) => void
}

/** One signing key. */
export function KeyRow({ signingKey, actions: [first, ...more], onAct }: KeyRowProps) {
  const { id, algorithm, is_legacy, status, created_at, updated_at, ready_at, last_seen_at } = signingKey
  const name = keyName(signingKey)
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-3 gap-y-2 px-4 py-3">
      <div className="min-w-0 flex-1 basis-56">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <Badge>{algorithm}</Badge>
          {is_legacy && <span className="text-sm">{keyRowText.legacyJWTSecret}</span>}
          {status === 'standby' && ready_at !== null && <Readiness readyAt={ready_at} />}
        </p>
        <p className="mt-1 flex items-center gap-1">
          <span className="min-w-0 font-mono text-xs wrap-anywhere text-soft">{id}</span>
          <CopyButton isIconOnly variant="ghost" text={id} label={keyRowText.copyID(name)} />
        </p>
        <p className="mt-0.5 dotted text-xs text-faint">
          <span>
            {keyRowText.created}
            <RelativeTime value={created_at} />
          </span>
          {updated_at !== created_at && (
            <span>
              {keyRowText.statusChanged}
              <RelativeTime value={updated_at} />
            </span>
          )}
          <span>
            {last_seen_at === null ? (
              neverSeenText
            ) : (
              <>
                {keyRowText.lastSeen}
                <RelativeTime value={last_seen_at} />
              </>
            )}
          </span>
          {is_legacy && <span>{legacyText}</span>}
        </p>
      </div>
      {first !== undefined && (
        <div className="flex items-center gap-1">
          <Button size="sm" aria-label={`${actionLabels[first]}: ${name}`} onClick={() => onAct(first)}>
            {actionLabels[first]}
          </Button>
          {more.length > 0 && (
            <Menu
              align="end"
              trigger={
                <IconButton label={keyRowText.moreActions(name)} hasTooltip={false}>
                  <Ellipsis aria-hidden />
                </IconButton>
              }
            >
              {more.map((action) => (
                <MenuItem key={action} isDanger={action === 'delete'} onSelect={() => onAct(action)}>
                  {actionLabels[action]}
                </MenuItem>
              ))}
            </Menu>
          )}
        </div>
      )}
    </li>
  )
}

function Readiness({ readyAt }: { readonly readyAt: string }) {
  const [shownAt] = useState(() => Date.now())
  if (Date.parse(readyAt) <= shownAt) return <Badge tone="accent">{keyRowText.ready}</Badge>
  return (
    <Badge tone="warning">
      <time dateTime={readyAt}>{keyRowText.readyAt(new Date(readyAt).toLocaleTimeString(undefined, { timeStyle: 'short' }))}</time>
    </Badge>
  )
}
