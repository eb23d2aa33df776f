import type { RestoreInput } from '@colonnade/contracts/copies/backups'
import { Button, Spinner } from '@colonnade/ui'
import { useQuery } from '@tanstack/react-query'
import { functionText, functionTexts, restoredFunctionsText } from './messages.ts'
import { functionsAtQuery } from './queries.ts'

export interface RestoredFunctionsProps {
  readonly projectRef: string
  /** The moment that is restored. */
  readonly at: string
  readonly target: RestoreInput['target']
}

/** Says what a restore does to the edge functions of a project. Says nothing where there were none. */
export function RestoredFunctions({ projectRef, at, target }: RestoredFunctionsProps) {
  const { data: functions, error, refetch } = useQuery(functionsAtQuery(projectRef, at))
  if (functions === undefined) {
    if (error === null)
      return (
        <output className="flex items-center gap-2 text-sm text-soft">
          <Spinner /> {functionTexts.loading}
        </output>
      )
    return (
      <div role="alert" className="flex flex-wrap items-center gap-2 rounded-md border border-warning/40 bg-warning-tint px-3 py-2 text-sm">
        <span>{functionTexts.failed}</span>
        <Button size="sm" onClick={() => void refetch()}>
          {restoredFunctionsText.tryAgain}
        </Button>
      </div>
    )
  }
  if (functions.length === 0) return null
  const lines = functions.flatMap((each) => {
    const text = functionText(target, each)
    return text === null ? [] : [{ slug: each.slug, text }]
  })
  if (lines.length === 0) return <p className="text-sm text-soft">{functionTexts.unchanged}</p>
  return (
    <div className="flex min-w-0 flex-col gap-1.5 text-sm">
      <h3 className="font-medium">{functionTexts.title}</h3>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard */}
      <section tabIndex={0} aria-label={functionTexts.title} className="max-h-40 overflow-y-auto rounded-md border bg-sunken px-3 py-2">
        <ul className="flex flex-col gap-1">
          {lines.map(({ slug, text }) => (
            <li key={slug} className="flex flex-wrap gap-x-2 wrap-anywhere">
              <span className="font-mono text-xs leading-5">{slug}</span>
              <span className="text-soft">{text}</span>
            </li>
          ))}
        </ul>
      </section>
      <p className="text-xs text-soft">{functionTexts.notes[target]}</p>
    </div>
  )
}
