import { dependentLimit, type Dependent } from '@colonnade/pg-meta/dependents'
import { kindsText } from './drop-words.ts'

/** What would go, one line each: its kind, its name, and what it is a part of. */
export function DependentsList({ label, dependents }: { readonly label: string; readonly dependents: readonly Dependent[] }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
    <section tabIndex={0} aria-label={label} className="max-h-40 overflow-y-auto rounded-md border bg-sunken">
      <ul aria-label={label} className="py-1">
        {dependents.map(({ kind, schema, name, on, detail }, index) => (
          // two overloads of a function have the same words but for their arguments
          <li key={`${index} ${detail}`} title={detail} className="flex min-h-6 items-baseline gap-2 px-2.5 text-xs">
            <span className="w-28 shrink-0 text-faint">{kind}</span>
            <span className="min-w-0 font-mono break-words">
              {schema !== null && on === null && <span className="text-faint">{schema}.</span>}
              {name}
              {on !== null && <span className="text-faint"> on {on}</span>}
            </span>
          </li>
        ))}
        {dependents.length >= dependentLimit && <li className="px-2.5 py-1 text-xs text-faint">… and more</li>}
      </ul>
    </section>
  )
}

/** The same, folded away below how many they are. */
export function FoldedDependents({ label, dependents }: { readonly label: string; readonly dependents: readonly Dependent[] }) {
  return (
    <details className="text-sm">
      <summary className="cursor-pointer text-soft hover:text-fg">
        {label} {kindsText(dependents)}
      </summary>
      <div className="pt-2">
        <DependentsList label={label} dependents={dependents} />
      </div>
    </details>
  )
}
