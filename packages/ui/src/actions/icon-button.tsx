import type { ComponentProps, ReactNode } from 'react'
import { cn } from '../class-names.ts'
import { Tooltip } from '../overlays/tooltip.tsx'
import { buttonClass } from './button.tsx'

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  /** What it does; its accessible name and its tooltip. */
  readonly label: string
  readonly children: ReactNode
  /** A word beside the icon where the screen is wide; part of the label. */
  readonly text?: string
  readonly size?: 'sm' | 'md'
  readonly variant?: 'ghost' | 'secondary'
  readonly hasTooltip?: boolean
}

/** A square button that shows only an icon. */
export function IconButton({
  label,
  children,
  text,
  className,
  size = 'sm',
  variant = 'ghost',
  hasTooltip = true,
  type = 'button',
  ...props
}: IconButtonProps) {
  const button = (
    <button
      {...props}
      type={type}
      aria-label={label}
      className={cn(
        buttonClass({ variant, size }),
        size === 'sm' ? 'w-7 px-0' : 'w-8 px-0',
        text !== undefined && 'xl:w-auto xl:px-2',
        '[&_svg]:size-4',
        className,
      )}
    >
      {children}
      {text !== undefined && <span className="max-xl:hidden">{text}</span>}
    </button>
  )
  return hasTooltip ? <Tooltip content={label}>{button}</Tooltip> : button
}
