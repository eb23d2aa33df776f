/** Attempts at one step before it is given up, and the wait between them, in milliseconds. */
export const stepAttempts = 3
export const stepRetryDelayMs = 500

/** Wait before something is looked at again when its own database did not answer. */
export const reconcileRetryDelayMs = 500
