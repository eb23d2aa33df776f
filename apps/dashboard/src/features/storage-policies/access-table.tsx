import type { policies } from '@colonnade/pg-meta'
import { cn } from '@colonnade/ui'
import { Check, CircleSlash2, Link2, Minus } from 'lucide-react'
import { fileActions, policiesReaching, reachOfAction, type Reach, rolesOf } from './model/access.ts'
import type { GroupedBucket } from './model/groups.ts'
import { actionText, byUrl, reachText, roleText } from './model/messages.ts'

export interface AccessTableProps {
  readonly bucket: GroupedBucket
  readonly all: readonly policies.Policy[]
}

/** What each role can do with the files of a bucket, by its policies. */
export function AccessTable({ bucket, all }: AccessTableProps) {
  const reaching = policiesReaching(all, bucket.id)
  return (
    <table className="mb-1.5 w-full table-fixed text-xs" aria-label={`Who can use the files of ${bucket.name}`}>
      <thead>
        <tr className="text-left text-faint">
          <th scope="col" className="w-24 pl-4 pt-2 pb-1 font-normal md:w-44">
            <span className="sr-only">Who</span>
          </th>
          {fileActions.map(({ id }) => (
            <th key={id} scope="col" className="px-0.5 pt-2 pb-1 font-normal max-md:text-center max-md:text-2xs">
              {actionText[id]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rolesOf(reaching).map((role) => (
          <tr key={role}>
            <th scope="row" title={role} className="truncate py-1 pr-1 pl-4 text-left font-normal text-soft">
              {roleText(role)}
            </th>
            {fileActions.map(({ id, needs }) => (
              <td key={id} className="px-0.5 py-1">
                {id === 'read' && bucket.public ? (
                  <Mark icon={<Link2 aria-hidden />} {...byUrl} className="text-warning" />
                ) : (
                  <ReachMark reach={reachOfAction(reaching, role, needs, bucket.id)} />
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const looks: Readonly<Record<Reach, { readonly icon: React.ReactNode; readonly className: string }>> = {
  none: { icon: <Minus aria-hidden />, className: 'text-faint' },
  some: { icon: <CircleSlash2 aria-hidden />, className: 'text-fg' },
  all: { icon: <Check aria-hidden />, className: 'text-accent' },
}

const ReachMark = ({ reach }: { readonly reach: Reach }) => <Mark {...looks[reach]} {...reachText[reach]} />

interface MarkProps {
  readonly icon: React.ReactNode
  readonly short: string
  readonly long: string
  readonly className: string
}

function Mark({ icon, short, long, className }: MarkProps) {
  return (
    <span title={long} className={cn('flex items-center gap-1.5 max-md:justify-center [&_svg]:size-3.5 [&_svg]:shrink-0', className)}>
      {icon}
      <span className="truncate max-md:sr-only">{short}</span>
    </span>
  )
}
