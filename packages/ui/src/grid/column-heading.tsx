import { ArrowDown, ArrowUp } from 'lucide-react'
import type { ReactNode } from 'react'
import { cn } from '../class-names.ts'

export interface ColumnHeadingProps {
  readonly name: string
  readonly type: string
  /** Before the name: a key, for example. */
  readonly icon?: ReactNode
  readonly isNumber?: boolean
  readonly direction?: 'ASC' | 'DESC' | undefined
  /** Makes room for a menu at the end of the second line, while the pointer or the focus is in a `group/head`. */
  readonly hasMenu?: boolean
}

/** The head of a column of data: its name above its type. */
export function ColumnHeading({ name, type, icon, isNumber = false, direction, hasMenu = false }: ColumnHeadingProps) {
  const Arrow = direction === 'ASC' ? ArrowUp : ArrowDown
  return (
    <span className={cn('flex h-full min-w-0 flex-col justify-center leading-4 font-normal', isNumber && 'items-end')}>
      <span className="flex max-w-full items-center gap-1 text-xs font-medium text-fg [&_svg]:size-3 [&_svg]:shrink-0">
        {icon}
        <span className="truncate">{name}</span>
        {direction !== undefined && <Arrow aria-hidden className="text-accent" />}
      </span>
      <span
        className={cn(
          'max-w-full truncate font-mono text-2xs text-faint',
          hasMenu && 'group-focus-within/head:pr-4 group-hover/head:pr-4 group-has-data-popup-open/head:pr-4',
        )}
      >
        {type}
      </span>
    </span>
  )
}
