import { Badge } from '@colonnade/ui'
import { policiesListText } from './messages.ts'
import type { AccessPolicy } from './row-access.ts'

/** Policies with what they say. */
export function PoliciesList({ policies }: { readonly policies: readonly AccessPolicy[] }) {
  if (policies.length === 0) return null
  return (
    <ul aria-label={policiesListText.policies} className="flex max-h-80 flex-col ruled overflow-y-auto overscroll-contain border-t">
      {policies.map(({ name, is_permissive: isPermissive, command, roles, definition, check }) => (
        <li key={name} className="flex flex-col gap-1 px-3 py-2">
          <span className="flex flex-wrap items-center gap-1.5">
            <span className="font-medium break-all">{name}</span>
            <Badge>{command}</Badge>
            {!isPermissive && <Badge tone="warning">{policiesListText.restrictive}</Badge>}
            <span className="text-xs text-soft">{policiesListText.for(roles.join(', '))}</span>
          </span>
          {definition !== null && <Expression label={policiesListText.using} text={definition} />}
          {check !== null && <Expression label="with check" text={check} />}
        </li>
      ))}
    </ul>
  )
}

function Expression({ label, text }: { readonly label: string; readonly text: string }) {
  return (
    <code className="font-mono text-xs wrap-anywhere whitespace-pre-wrap">
      <span className="text-soft">{label} </span>
      {text}
    </code>
  )
}
