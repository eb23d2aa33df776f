import type { ComponentType } from 'react'

export interface LabelledIconProps {
  readonly icon: ComponentType<{ readonly className?: string; readonly 'aria-hidden'?: boolean }>
  /** What it says, for who does not see it. */
  readonly label: string
  readonly className?: string
}

/** An icon that carries meaning without text. */
export function LabelledIcon({ icon: Icon, label, className }: LabelledIconProps) {
  return (
    <>
      <Icon aria-hidden {...(className !== undefined && { className })} />
      <span className="sr-only">{label} </span>
    </>
  )
}
