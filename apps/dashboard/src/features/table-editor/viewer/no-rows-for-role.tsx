import type { Entity } from '@colonnade/pg-meta'
import { EmptyState } from '@colonnade/ui'
import { EyeOff } from 'lucide-react'
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
      <EmptyState icon={<EyeOff aria-hidden />} title={`${role} sees no rows of ${entity.name}`} className="w-full max-w-lg">
        {access === null
          ? 'There may be rows that others see.'
          : `${explainRows(access, entity.entity_type).text}. There may be rows that others see.`}
      </EmptyState>
    </div>
  )
}
