import { roleHoldingLimit, type RoleHolding } from '@colonnade/pg-meta/roles'
import { roleText as text } from './messages.ts'

/** Lists what refers to a role. */
export function HoldingsList({ label, holdings }: { readonly label: string; readonly holdings: readonly RoleHolding[] }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
    <section tabIndex={0} aria-label={label} className="max-h-40 overflow-y-auto rounded-md border bg-sunken">
      <ul aria-label={label} className="py-1">
        {holdings.map(({ how, kind, name, isElsewhere }) => (
          <li key={`${how} ${kind} ${name}`} className="flex min-h-6 items-baseline gap-2 px-2.5 text-xs">
            <span className="w-32 shrink-0 text-faint">{isElsewhere ? text.elsewhere : text.holdingOf[how](kind)}</span>
            <span className="min-w-0 font-mono wrap-anywhere">{isElsewhere ? text.database(name) : name}</span>
          </li>
        ))}
        {holdings.length >= roleHoldingLimit && <li className="px-2.5 py-1 text-xs text-faint">{text.more}</li>}
      </ul>
    </section>
  )
}
