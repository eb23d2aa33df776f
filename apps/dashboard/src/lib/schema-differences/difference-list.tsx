import type { SchemaDifference } from '@colonnade/contracts/copies/merges'
import { Badge, Card, CodeBlock, Skeleton } from '@colonnade/ui'
import { lazy, type ReactNode, Suspense } from 'react'
import { loaded } from '../late/loaded.ts'
import { Fold } from '../panels/fold.tsx'
import { changeWord } from './change-word.ts'

const TextDiff = lazy(loaded(() => import('../text-diff/text-diff.tsx'), 'TextDiff'))

export interface DifferenceListProps {
  readonly title: string
  readonly description?: ReactNode
  /** What the two sides of a changed object are called. */
  readonly labels: { readonly before: string; readonly after: string }
  readonly differences: readonly SchemaDifference[]
}

const tones = { Added: 'accent', Changed: 'warning', Removed: 'danger' } as const

/** Objects of the schema that two databases have differently, each with its definitions. */
export function DifferenceList({ title, description, labels, differences }: DifferenceListProps) {
  return (
    <Card title={title} aside={<Badge>{differences.length}</Badge>}>
      {description !== undefined && <p className="border-b px-4 py-2.5 text-sm text-soft">{description}</p>}
      <ul aria-label={title} className="[&>li:first-child_section]:border-t-0">
        {differences.map((difference) => {
          const word = changeWord(difference)
          const { kind, name, before, after } = difference
          return (
            <li key={`${kind} ${name}`}>
              <Fold title={`${kind} ${name}`} summary={<Badge tone={tones[word]}>{word}</Badge>}>
                {before !== null && after !== null ? (
                  <Suspense fallback={<Skeleton className="h-24 w-full" />}>
                    <TextDiff
                      before={before}
                      after={after}
                      labels={{ before: `${kind} ${name}, ${labels.before}`, after: `${kind} ${name}, ${labels.after}` }}
                    />
                  </Suspense>
                ) : (
                  <CodeBlock code={after ?? before ?? ''} label={`Definition of ${name}`} isWrapped className="max-h-80 overflow-auto" />
                )}
              </Fold>
            </li>
          )
        })}
      </ul>
    </Card>
  )
}
