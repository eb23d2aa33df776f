import { cn, Dialog } from '@colonnade/ui'
import { ImageOff } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { pictureText } from './messages.ts'

export interface PictureProps {
  /** Its address, or the picture itself. */
  readonly source: string | Blob
  readonly className?: string
}

/** A screenshot, small; a click shows it large. */
export function Picture({ source, className }: PictureProps) {
  const [hasFailed, setHasFailed] = useState(false)
  if (hasFailed) {
    return (
      <p className={cn('flex items-center justify-center gap-2 rounded-md border bg-sunken px-3 text-xs text-faint', className)}>
        <ImageOff aria-hidden className="size-3.5" />
        {pictureText.failed}
      </p>
    )
  }
  return (
    <Dialog
      title={pictureText.screenshot}
      className="top-[5dvh] max-h-[90dvh] w-[calc(100vw-2rem)] max-w-[90rem]"
      trigger={
        <button
          type="button"
          aria-label={pictureText.enlarge}
          className={cn('block cursor-zoom-in overflow-hidden rounded-md border border-strong bg-sunken', className)}
        >
          <Image source={source} alt="" className="size-full object-cover object-left-top" onError={() => setHasFailed(true)} />
        </button>
      }
    >
      <Image
        source={source}
        alt={pictureText.enlarged}
        className="max-h-[calc(90dvh-5rem)] max-w-full self-center rounded-md border object-contain"
      />
    </Dialog>
  )
}

interface ImageProps extends Omit<ComponentProps<'img'>, 'src' | 'ref'> {
  readonly source: string | Blob
  readonly alt: string
}

function Image({ source, alt, ...props }: ImageProps) {
  if (typeof source === 'string') return <img {...props} src={source} alt={alt} loading="lazy" />
  const show = (element: HTMLImageElement) => {
    const url = URL.createObjectURL(source)
    element.src = url
    return () => URL.revokeObjectURL(url)
  }
  return <img {...props} ref={show} alt={alt} />
}
