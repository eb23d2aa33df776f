/** Spec §8: what stands below the title of an error. */
export const refreshAdvice = 'Try refreshing your browser, but if the issue persists, please reach out to us via support.'

/** Spec §8: a message that contains 503 is not shown as it is. */
export function errorTitle(message: string): string {
  return `Error: ${message.includes('503') ? '503 Service Temporarily Unavailable' : message}`
}
