import { toast } from '../feedback/toast.ts'

/** Copies text to the clipboard; shows an error if that fails, for example while the window isn't focused (spec §8). */
export async function copyText(text: string): Promise<boolean> {
  if (!document.hasFocus()) return refuse()
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyBySelection(text) || refuse()
  }
}

/** For pages without the clipboard API, which browsers give only to https and localhost, and for frames that may not use it. */
function copyBySelection(text: string): boolean {
  const area = document.createElement('textarea')
  area.value = text
  area.readOnly = true
  area.style.cssText = 'position:fixed;opacity:0'
  const active = document.activeElement
  ;(active?.closest('[role=dialog]') ?? document.body).append(area)
  area.select()
  const isCopied = document.execCommand('copy')
  area.remove()
  if (active instanceof HTMLElement) active.focus()
  return isCopied
}

function refuse(): false {
  toast.error('Unable to copy to clipboard')
  return false
}
