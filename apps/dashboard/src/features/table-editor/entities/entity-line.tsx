import type { EntityType } from '@colonnade/pg-meta'
import type { EntityExposure } from '@colonnade/pg-meta/entity-details'
import { cn, LabelledIcon } from '@colonnade/ui'
import { Globe, ShieldOff } from 'lucide-react'
import { kindLooks } from '../../../scope/relations/kind-looks.ts'
import { entityLineText } from './messages.ts'

export interface EntityLineProps {
  readonly entity: EntityType
  /** Who reaches it through the data API; undefined when nobody does, or while that is not known. */
  readonly exposure: EntityExposure['roles'] | undefined
}

/** What an entry of the list says: kind, name, and what to look out for. */
export function EntityLine({ entity, exposure }: EntityLineProps) {
  const { Icon, label } = kindLooks[entity.type]
  const isUnguarded = (entity.type === 'r' || entity.type === 'p') && !entity.rls_enabled
  return (
    <>
      <LabelledIcon icon={Icon} label={label} className="size-3.5 shrink-0 text-faint" />
      <span className="min-w-0 flex-1 truncate" title={entity.comment ?? entity.name}>
        {entity.name}
      </span>
      {exposure && (
        <span title={exposureText(exposure)} className="flex">
          <LabelledIcon icon={Globe} label={exposureText(exposure)} className="size-3 shrink-0 text-faint" />
        </span>
      )}
      {isUnguarded && (
        <span title={exposure ? entityLineText.everyRow(rlsText) : rlsText} className="flex">
          <LabelledIcon icon={ShieldOff} label={rlsText} className={cn('size-3 shrink-0', exposure ? 'text-warning' : 'text-faint')} />
        </span>
      )}
    </>
  )
}

const rlsText = entityLineText.rowLevelSecurityOff

function exposureText(roles: EntityExposure['roles']): string {
  return entityLineText.exposed(roles.join(' and '))
}
