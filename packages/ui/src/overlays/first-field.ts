/** What belongs to a choice and is never seen, what can't be changed, and what takes no text. */
const notTyped =
  ':disabled, [readonly], [aria-readonly=true], [aria-hidden=true], [tabindex="-1"], [type=hidden], [type=checkbox], [type=radio], [type=button], [type=submit], [type=reset], [type=file], [type=range], [type=color]'
/** Stands where a field is that loads late, such as a code editor. */
const coming = '[data-field-coming]'
/** A choice that has an answer already is passed over: there, letters that were meant for a name would change it. */
const waiting = `:is(input, textarea, [contenteditable=true]):not(${notTyped}), [role=combobox][data-placeholder]:not(:disabled, input)`
const anyControl = `:is(input, textarea, select, [role=combobox], [contenteditable=true]):not(:disabled, [aria-hidden=true], [type=hidden], [type=radio]:not(:checked))`

const first = (popup: HTMLElement, selector: string): HTMLElement | null =>
  [...popup.querySelectorAll<HTMLElement>(selector)].find((element) => element.checkVisibility({ visibilityProperty: true })) ?? null

/**
 * Returns where typing begins in the popup that an element stands in: the first field for text, or the first choice without an answer. A
 * form that has only choices with an answer begins at the first of them. Null where there is none of it.
 */
export function firstField(inside: HTMLElement | null, isForm: boolean): HTMLElement | null {
  const popup = inside?.closest<HTMLElement>('[role=dialog], [role=alertdialog]') ?? null
  return popup && (firstThere(popup) ?? (isForm && first(popup, coming) === null ? first(popup, anyControl) : null))
}

/** Returns the first field for text; null while it is still to come. */
function firstThere(popup: HTMLElement): HTMLElement | null {
  const field = first(popup, `${waiting}, ${coming}`)
  return field?.matches(coming) === true ? null : field
}

/**
 * Puts the focus of what opens over the page into its first field where that comes late, because data or code is loaded first. Leaves the
 * focus alone once it has moved on. For the `ref` of a popup.
 */
export function awaitField(popup: HTMLElement | null): (() => void) | undefined {
  if (popup === null) return undefined
  // at first the focus is on the panel's own control, such as its close button
  let start: HTMLElement | null = null
  const end = new AbortController()
  const { signal } = end
  const observer = new MutationObserver(() => {
    const active = document.activeElement
    if (active !== null && !popup.contains(active) && !isOfPage(active)) return
    if (start !== null && active !== start && active !== popup && popup.contains(active)) return observer.disconnect()
    const field = firstThere(popup)
    if (field === null) return
    observer.disconnect()
    field.focus()
  })
  const onFocus = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement)) return
    if (popup.contains(target)) start ??= target
    // a panel that this one replaces gives the focus back to the page when it goes
    else if (isOfPage(target) && popup.matches('[data-open]')) (firstThere(popup) ?? start)?.focus()
  }
  document.addEventListener('focusin', onFocus, { signal })
  for (const type of ['pointerdown', 'keydown']) document.addEventListener(type, () => end.abort(), { capture: true, signal })
  if (firstThere(popup) === null) observer.observe(popup, { subtree: true, childList: true, attributeFilter: ['disabled', 'hidden'] })
  return () => {
    observer.disconnect()
    end.abort()
  }
}

const isOfPage = (element: Element): boolean => element.closest('[role=dialog], [role=alertdialog], [role=menu], [role=listbox]') === null
