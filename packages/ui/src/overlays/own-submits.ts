import type { SyntheticEvent } from 'react'

/**
 * Keeps the submits of forms in an overlay inside it. React passes events from a portal on to the components around it, so that a form over
 * the page would submit the one that it was opened from.
 */
export const ownSubmits = { onSubmit: (event: SyntheticEvent) => event.stopPropagation() } as const
