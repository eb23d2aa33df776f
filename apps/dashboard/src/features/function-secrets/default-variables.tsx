import { CopyButton } from '@colonnade/ui'
import { defaultVariables } from './default-variable-list.ts'

/** What functions have besides secrets. */
export function DefaultVariables() {
  return (
    <ul aria-label="Default variables" className="ruled">
      {defaultVariables.map(({ name, description }) => (
        <li key={name} className="flex flex-wrap items-center gap-x-3 px-4 py-1.5">
          <span className="flex min-w-0 items-center gap-1 sm:w-72">
            <span className="font-mono text-xs wrap-anywhere">{name}</span>
            <CopyButton isIconOnly label={`Copy ${name}`} text={name} />
          </span>
          <span className="min-w-0 text-soft">{description}</span>
        </li>
      ))}
    </ul>
  )
}
