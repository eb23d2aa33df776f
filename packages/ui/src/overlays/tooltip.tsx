import { Tooltip as BaseTooltip } from '@base-ui/react/tooltip'
import type { ReactElement, ReactNode } from 'react'

export interface TooltipProps {
  readonly content: ReactNode
  /** The element that it belongs to; it must take a ref and props. */
  readonly children: ReactElement
  readonly side?: 'top' | 'right' | 'bottom' | 'left'
  readonly isDisabled?: boolean
}

/** A few words about what is under the pointer or has the focus. */
export function Tooltip({ content, children, side = 'top', isDisabled = false }: TooltipProps) {
  return (
    <BaseTooltip.Root disabled={isDisabled}>
      <BaseTooltip.Trigger render={children} />
      <BaseTooltip.Portal>
        <BaseTooltip.Positioner side={side} sideOffset={6} className="z-60">
          <BaseTooltip.Popup className="pop max-w-72 px-2 py-1 text-xs text-balance">{content}</BaseTooltip.Popup>
        </BaseTooltip.Positioner>
      </BaseTooltip.Portal>
    </BaseTooltip.Root>
  )
}

/** Around the page: once one tooltip was shown, its neighbours come without delay. */
export function TooltipProvider({ children }: { readonly children: ReactNode }) {
  return <BaseTooltip.Provider delay={400}>{children}</BaseTooltip.Provider>
}
