import { useEffect, useEffectEvent, useRef } from 'react'
import { Sheet, type SheetProps } from './sheet.tsx'

export interface BottomSheetProps extends Omit<SheetProps, 'side'> {
  /** The sheet closes when this changes: the address of the page. */
  readonly closeOn: string
}

/** A panel from below for narrow windows, 85dvh high (spec §2, §9). It closes itself when the route or the window's width changes. */
export function BottomSheet({ closeOn, isOpen, onOpenChange, ...props }: BottomSheetProps) {
  const close = useEffectEvent(() => isOpen && onOpenChange(false))
  const openedOn = useRef(closeOn)
  useEffect(() => {
    if (openedOn.current === closeOn) return
    openedOn.current = closeOn
    close()
  }, [closeOn])
  useEffect(() => {
    if (!isOpen) return
    const { innerWidth } = window
    // a keyboard that slides in changes the height alone
    const onResize = () => window.innerWidth !== innerWidth && close()
    window.addEventListener('resize', onResize)
    return () => window.removeEventListener('resize', onResize)
  }, [isOpen])
  return <Sheet {...props} side="bottom" isOpen={isOpen} onOpenChange={onOpenChange} />
}
