import { cn } from '@colonnade/ui'
import { Check, CircleSlash2, Link2, Minus } from 'lucide-react'
import type { ReactNode } from 'react'
import { reachText } from './messages.ts'
import { type Reach, roleText } from './reach.ts'

export interface ReachCell {
  readonly reach: Reach | 'url'
  readonly short: string
  readonly long: string
}

export interface ReachTableProps {
  readonly label: string
  readonly columns: readonly { readonly id: string; readonly label: string }[]
  readonly roles: readonly string[]
  readonly cellOf: (role: string, column: string) => ReachCell
}

/** Shows what each role's policies allow. */
export function ReachTable({ label, columns, roles, cellOf }: ReachTableProps) {
  return (
    <table className="mb-1.5 w-full table-fixed text-xs" aria-label={label}>
      <thead>
        <tr className="text-left text-faint">
          <th scope="col" className="w-24 pt-2 pb-1 pl-4 font-normal md:w-44">
            <span className="sr-only">{reachText.who}</span>
          </th>
          {columns.map((column) => (
            <th key={column.id} scope="col" className="px-0.5 pt-2 pb-1 font-normal max-md:text-center max-md:text-2xs">
              {column.label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {roles.map((role) => (
          <tr key={role}>
            <th scope="row" title={role} className="truncate py-1 pr-1 pl-4 text-left font-normal text-soft">
              {roleText(role)}
            </th>
            {columns.map(({ id }) => (
              <td key={id} className="px-0.5 py-1">
                <Mark {...cellOf(role, id)} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const looks: Readonly<Record<ReachCell['reach'], { readonly icon: ReactNode; readonly className: string }>> = {
  none: { icon: <Minus aria-hidden />, className: 'text-faint' },
  some: { icon: <CircleSlash2 aria-hidden />, className: 'text-fg' },
  all: { icon: <Check aria-hidden />, className: 'text-accent' },
  url: { icon: <Link2 aria-hidden />, className: 'text-warning' },
}

function Mark({ reach, short, long }: ReachCell) {
  const { icon, className } = looks[reach]
  return (
    <span title={long} className={cn('flex items-center gap-1.5 max-md:justify-center [&_svg]:size-3.5 [&_svg]:shrink-0', className)}>
      {icon}
      <span className="truncate max-md:sr-only">{short}</span>
    </span>
  )
}
