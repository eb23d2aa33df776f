import type { Entity } from '@colonnade/pg-meta'
import { EmptyState } from '@colonnade/ui'
import { EyeOff } from 'lucide-react'
import { noRowsForRoleText } from './messages.ts'
import { explainRows, type RowAccess } from './row-access.ts'

export interface NoRowsForRoleProps {
  readonly role: string
  readonly access: RowAccess | null
  readonly entity: Entity
}

/** A role that sees no row: there may well be some. */
export function NoRowsForRole({ role, access, entity }: NoRowsForRoleProps) {
  return (
    <div className="flex min-h-0 flex-1 items-center justify-center p-6">
      <EmptyState icon={<EyeOff aria-hidden />} title={noRowsForRoleText.seesNoRows(role, entity.name)} className="w-full max-w-lg">
        {access === null ? noRowsForRoleText.othersMaySee : noRowsForRoleText.whyAndOthers(explainRows(access, entity.entity_type).text)}
      </EmptyState>
    </div>
  )
}
