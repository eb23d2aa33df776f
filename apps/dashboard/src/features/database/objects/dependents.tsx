import { Skeleton } from '@colonnade/ui'
import { DependentsList } from '../../../scope/drops/dependents-list.tsx'
import { dependentsQuery } from '../../../scope/drops/drop-queries.ts'
import { Loaded } from '../../../scope/loaded/loaded.tsx'
import { objectText } from './messages.ts'

export interface DependentsProps {
  readonly projectRef: string
  readonly target: Parameters<typeof dependentsQuery>[1]
  /** Says that nothing was found: Postgres doesn't look into the bodies of functions. */
  readonly none?: string
}

/** Lists what deleting an object would break or delete as well. */
export function Dependents({ projectRef, target, none = objectText.noDependents }: DependentsProps) {
  return (
    <Loaded query={dependentsQuery(projectRef, target)} label={objectText.awaited} skeleton={<Skeleton className="h-20 w-full" />}>
      {(found) => {
        const depending = found.filter(({ how }) => how !== 'belongs')
        if (depending.length === 0) return <p className="text-soft">{objectText.canDelete(none)}</p>
        return (
          <>
            <p className="text-soft">{objectText.affected}</p>
            <DependentsList label={objectText.dependents} dependents={depending} />
          </>
        )
      }}
    </Loaded>
  )
}
