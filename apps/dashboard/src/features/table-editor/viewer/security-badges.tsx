import { DefinitionButton, type DefinitionButtonProps } from './definition-button.tsx'
import { RealtimeBadge } from './realtime-badge.tsx'
import { RlsBadge } from './rls-badge.tsx'

export interface SecurityBadgesProps extends DefinitionButtonProps {
  /** The relation is another one now. */
  readonly onChanged: () => void
}

/** Who sees which rows, and hears of changes: the policies of a table and Realtime, the query of a view. */
export function SecurityBadges({ onChanged, ...props }: SecurityBadgesProps) {
  switch (props.entity.entity_type) {
    case 'r':
    case 'p':
      return (
        <>
          <RlsBadge projectRef={props.projectRef} entity={props.entity} isWriter={props.isWriter} onChanged={onChanged} />
          <RealtimeBadge projectRef={props.projectRef} entity={props.entity} isWriter={props.isWriter} />
        </>
      )
    case 'v':
    case 'm':
      return <DefinitionButton {...props} />
    case 'f':
      return null
  }
}
