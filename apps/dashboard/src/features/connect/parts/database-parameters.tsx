import { CopyButton } from '@colonnade/ui'
import type { ConnectionTarget } from '../../../lib/connection-uri.ts'

/** The parts of a connection string, each with its own copy button, as forms of other tools ask for them. */
export function DatabaseParameterList({ target }: { readonly target: ConnectionTarget }) {
  const parts: readonly (readonly [string, string])[] = [
    ['Host', target.db_host],
    ['Port', String(target.db_port)],
    ['Database', target.db_name],
    ['User', target.db_user],
  ]
  return (
    <dl aria-label="Parameters" className="grid grid-cols-1 gap-px overflow-hidden rounded-md border bg-line sm:grid-cols-2">
      {parts.map(([label, value]) => (
        <div key={label} className="flex items-center gap-2 bg-surface py-1 pr-1 pl-3">
          <dt className="w-16 shrink-0 text-xs text-faint">{label}</dt>
          <dd className="flex min-w-0 flex-1 items-center justify-between gap-2">
            <span className="truncate font-mono text-xs" title={value}>
              {value}
            </span>
            <CopyButton text={value} label={`Copy ${label.toLowerCase()}`} isIconOnly />
          </dd>
        </div>
      ))}
    </dl>
  )
}
