import { Skeleton } from '@colonnade/ui'
import { DependentsList } from '../../../scope/drops/dependents-list.tsx'
import { dependentsQuery } from '../../../scope/drops/drop-queries.ts'
import { Loaded } from '../../../scope/loaded/loaded.tsx'

export interface DependentsProps {
  readonly projectRef: string
  readonly target: Parameters<typeof dependentsQuery>[1]
  /** What a drop is called of such a thing. */
  readonly verb: 'deleted' | 'dropped'
  /** What may be said when nothing is found: Postgres doesn't look into the bodies of functions. */
  readonly none?: string
}

/** What a drop would break or take along. */
export function Dependents({ projectRef, target, verb, none = 'Nothing else depends on it' }: DependentsProps) {
  return (
    <Loaded query={dependentsQuery(projectRef, target)} label="what depends on it" skeleton={<Skeleton className="h-20 w-full" />}>
      {(found) => {
        const depending = found.filter(({ how }) => how !== 'belongs')
        if (depending.length === 0) return <p className="text-soft">{`${none}: it can be ${verb} alone.`}</p>
        return (
          <>
            <p className="text-soft">{`This would break, or go along, if it were ${verb}:`}</p>
            <DependentsList label="What depends on it" dependents={depending} />
          </>
        )
      }}
    </Loaded>
  )
}
