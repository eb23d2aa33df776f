import { CopyButton } from '@colonnade/ui'
import { defaultsText, defaultVariables } from './messages.ts'

/** Lists the variables that every function has, besides secrets. */
export function DefaultVariables() {
  return (
    <ul aria-label={defaultsText.title} className="ruled">
      {Object.entries(defaultVariables).map(([name, description]) => (
        <li key={name} className="flex flex-wrap items-center gap-x-3 px-4 py-1.5">
          <span className="flex min-w-0 items-center gap-1 sm:w-72">
            <span className="font-mono text-xs wrap-anywhere">{name}</span>
            <CopyButton isIconOnly label={defaultsText.copy(name)} text={name} />
          </span>
          <span className="min-w-0 text-soft">{description}</span>
        </li>
      ))}
    </ul>
  )
}
