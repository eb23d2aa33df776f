import { User } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { cn } from '../class-names.ts'

export interface AvatarProps {
  /** Where the picture is; without one the icon stands there. */
  readonly src?: string | null | undefined
  /** Whose it is. Leave it out where the name stands beside it. */
  readonly name?: string
  /** What is shown when there is no picture, or none that loads. */
  readonly icon?: ReactNode
  readonly size?: 'sm' | 'md' | 'lg'
  readonly className?: string
}

const sizes = { sm: 'size-5 [&_svg]:size-3', md: 'size-7 [&_svg]:size-4', lg: 'size-12 [&_svg]:size-6' }

/** The picture of a person or an organization; an icon until it has loaded, and when it does not. */
export function Avatar({ src, name, icon = <User aria-hidden />, size = 'md', className }: AvatarProps) {
  const [failed, setFailed] = useState<string>()
  const hasPicture = typeof src === 'string' && src !== '' && src !== failed
  return (
    <span
      role={name === undefined ? undefined : 'img'}
      aria-label={name}
      className={cn(
        'relative inline-flex shrink-0 items-center justify-center overflow-hidden rounded-full border border-line bg-hover text-soft',
        sizes[size],
        className,
      )}
    >
      {icon}
      {hasPicture && (
        // its name is that of the whole; the address of somebody's picture host does not learn where it is shown
        <img
          src={src}
          alt=""
          referrerPolicy="no-referrer"
          decoding="async"
          onError={() => setFailed(src)}
          className="absolute inset-0 size-full bg-raised object-cover"
        />
      )}
    </span>
  )
}
