const failures = new WeakSet<object>()

/** Marks the error of code that couldn't be loaded. Browsers word it differently, so a boundary can't tell it from other errors by its message. */
export function noteMissingCode(error: unknown): void {
  if (typeof error === 'object' && error !== null) failures.add(error)
}

/** Returns true for the error of code that couldn't be loaded: loading it again may work, and nothing else is wrong. */
export function isMissingCode(error: unknown): boolean {
  return typeof error === 'object' && error !== null && failures.has(error)
}

/**
 * Drops links to styles and modules that failed to load. A link that stays counts as loaded the next time its code is asked for, which would
 * then appear without its styles.
 */
export function dropFailedLinks(): void {
  document.addEventListener('error', ({ target }) => target instanceof HTMLLinkElement && target.remove(), { capture: true })
}
