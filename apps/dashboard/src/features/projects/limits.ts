/** How often the figures of a database are refreshed. */
export const activityPollMs = 5_000
/** How often a project is looked at: while it changes, and otherwise. */
export const changingPollMs = 1_000
export const settledPollMs = 15_000
/** Events shown before "Show all". */
export const eventsShown = 10
