import type { Permission } from '@colonnade/contracts/foundation/permissions'
import { cn } from '@colonnade/ui'
import { Check, Minus } from 'lucide-react'
import { explainPermissions } from './permission-areas.ts'

export interface RoleExplanationProps {
  readonly name: string
  readonly held: readonly Permission[]
  readonly className?: string
}

/** What a role lets one do and what not, area by area. */
export function RoleExplanation({ name, held, className }: RoleExplanationProps) {
  return (
    <dl aria-label={`What ${name} may do`} className={cn('flex flex-col gap-2 text-xs', className)}>
      {explainPermissions(held).map(({ title, may, mayNot }) => (
        <div key={title} className="flex flex-col gap-0.5">
          <dt className="font-medium text-soft">{title}</dt>
          {may !== null && (
            <dd className="flex items-start gap-2">
              <Check aria-hidden className="mt-0.5 size-3 shrink-0 text-accent" />
              {may}
            </dd>
          )}
          {mayNot !== null && (
            <dd className="flex items-start gap-2 text-faint">
              <Minus aria-hidden className="mt-0.5 size-3 shrink-0" />
              {mayNot}
            </dd>
          )}
        </div>
      ))}
    </dl>
  )
}
