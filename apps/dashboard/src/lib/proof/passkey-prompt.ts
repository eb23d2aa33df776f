/** Whether this browser can make and use passkeys on a page like this. */
export const hasPasskeys = () => typeof window.PublicKeyCredential === 'function'

/** Null where somebody closed the browser's question, or let it wait too long: nothing went wrong. */
export function orCancelled(error: unknown): null {
  if (error instanceof Error && (error.name === 'NotAllowedError' || error.name === 'AbortError')) return null
  throw error
}
