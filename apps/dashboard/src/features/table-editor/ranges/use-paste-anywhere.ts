import { useEffect, useEffectEvent } from 'react'

/** Takes what is pasted while nothing in the page has the focus. */
export function usePasteAnywhere(isOn: boolean, onPaste: (data: DataTransfer) => void): void {
  const paste = useEffectEvent(({ clipboardData }: ClipboardEvent) => {
    if (clipboardData !== null && (document.activeElement === null || document.activeElement === document.body)) onPaste(clipboardData)
  })
  useEffect(() => {
    if (!isOn) return
    const listener = (event: ClipboardEvent) => paste(event)
    document.addEventListener('paste', listener)
    return () => document.removeEventListener('paste', listener)
  }, [isOn])
}
