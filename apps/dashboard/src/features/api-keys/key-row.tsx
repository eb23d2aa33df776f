import type { ApiKey } from '@colonnade/contracts/api/api-keys'
import { Badge, IconButton } from '@colonnade/ui'
import { Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { KeyUse } from './key-use.tsx'
import { KeyValue } from './key-value.tsx'
import { keyRowText } from './messages.ts'

export interface KeyRowProps {
  readonly projectRef: string
  readonly apiKey: ApiKey
  /** Undefined for people who can't change it. */
  readonly onEdit?: (() => void) | undefined
  readonly onDelete?: (() => void) | undefined
}

/** One key: what it is, how it is used, and its text. */
export function KeyRow({ projectRef, apiKey, onEdit, onDelete }: KeyRowProps) {
  const { type, name, description, role, prefix, expires_at } = apiKey
  const [shownAt] = useState(() => Date.now())
  const isExpired = expires_at !== null && Date.parse(expires_at) <= shownAt
  return (
    <li className="flex flex-col gap-2 px-4 py-3">
      <div className="flex items-start gap-1">
        <div className="min-w-0 flex-1">
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <span className="min-w-0 font-medium wrap-anywhere">{name}</span>
            {type === 'secret' && <span className="font-mono text-xs text-faint">{prefix}…</span>}
            {type === 'secret' && <Badge>{role}</Badge>}
            {isExpired && <Badge tone="danger">{keyRowText.expired}</Badge>}
          </p>
          {description !== null && description !== '' && <p className="text-xs wrap-anywhere text-soft">{description}</p>}
          <p className="mt-0.5 dotted text-xs text-faint">
            <KeyUse apiKey={apiKey} />
            {expires_at !== null && (
              <span>
                {isExpired ? 'Expired' : 'Expires'}{' '}
                <time dateTime={expires_at}>{new Date(expires_at).toLocaleDateString(undefined, { dateStyle: 'medium' })}</time>
              </span>
            )}
          </p>
        </div>
        {onEdit && (
          <IconButton label={keyRowText.editKey(type, name)} onClick={onEdit}>
            <Pencil aria-hidden />
          </IconButton>
        )}
        {onDelete && (
          <IconButton label={keyRowText.deleteKey(type, name)} onClick={onDelete}>
            <Trash2 aria-hidden />
          </IconButton>
        )}
      </div>
      <KeyValue projectRef={projectRef} apiKey={apiKey} />
    </li>
  )
}
