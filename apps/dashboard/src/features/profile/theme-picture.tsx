import { cn } from '@colonnade/ui'
import type { Theme, ThemeChoice } from '../../lib/appearance/theme.ts'

/** A small window in the colours of a theme; half and half where the system decides. */
export function ThemePicture({ theme }: { readonly theme: ThemeChoice }) {
  const shown: readonly Theme[] = theme === 'system' ? ['light', 'dark'] : [theme]
  return (
    <span aria-hidden className="flex h-16 overflow-hidden rounded-sm border">
      {shown.map((each) => (
        <span key={each} data-theme={each} className="flex flex-1 gap-1.5 bg-canvas p-1.5">
          <span className={cn('w-2.5 rounded-xs border bg-surface', theme === 'system' && 'w-1.5')} />
          <span className="flex flex-1 flex-col gap-1">
            <span className="h-1.5 w-2/3 rounded-xs bg-fg" />
            <span className="h-1 rounded-xs bg-line" />
            <span className="h-1 w-4/5 rounded-xs bg-line" />
            <span className="mt-auto h-2 w-1/3 rounded-xs bg-accent" />
          </span>
        </span>
      ))}
    </span>
  )
}
