/**
 * Puts the focus into what came late, such as an editor whose code had to be loaded. Who is elsewhere by then stays there: in a field, or in a
 * menu, list or dialog that opened over the page.
 */
export function focusLate(place: Element, focus: () => void): void {
  const active = document.activeElement
  const isInField = active?.matches('input, textarea, select, [contenteditable=true]') === true
  const popup = active?.closest('[data-base-ui-portal]')
  if (!isInField && (popup == null || popup.contains(place))) focus()
}
