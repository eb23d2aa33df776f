import { roleHoldingLimit, type RoleHolding } from '@colonnade/pg-meta/roles'

const words = { owns: 'owns', privilege: 'may use', policy: 'is named by' } as const

/** What refers to a role, one line each. */
export function HoldingsList({ label, holdings }: { readonly label: string; readonly holdings: readonly RoleHolding[] }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
    <section tabIndex={0} aria-label={label} className="max-h-40 overflow-y-auto rounded-md border bg-sunken">
      <ul aria-label={label} className="py-1">
        {holdings.map(({ how, kind, name, isElsewhere }) => (
          <li key={`${how} ${kind} ${name}`} className="flex min-h-6 items-baseline gap-2 px-2.5 text-xs">
            <span className="w-32 shrink-0 text-faint">{isElsewhere ? 'has something in' : `${words[how]} ${kind}`}</span>
            <span className="min-w-0 font-mono wrap-anywhere">{isElsewhere ? `database ${name}` : name}</span>
          </li>
        ))}
        {holdings.length >= roleHoldingLimit && <li className="px-2.5 py-1 text-xs text-faint">… and more</li>}
      </ul>
    </section>
  )
}
