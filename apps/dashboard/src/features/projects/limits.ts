/** How often the figures of a database are refreshed; the second with the preview 'live-activity'. */
export const activityPollMs = 10_000
export const liveActivityPollMs = 1_000
/** How often the health of the services is asked for: while all is well, and while something is not. */
export const healthPollMs = 15_000
export const troublePollMs = 3_000
/** How often the readings of the last hour are fetched: one is taken every minute; while the first are awaited, sooner. */
export const samplesPollMs = 30_000
export const firstSamplesPollMs = 10_000
/** Minutes of readings that the home charts. */
export const chartedMinutes = 60
/** How often a project is looked at: while it changes, and otherwise. */
export const changingPollMs = 1_000
export const settledPollMs = 15_000
/** Events shown before "Show all". */
export const eventsShown = 6
/** How long a page waits for figures that decide what stands on it, before it shows without them. */
export const headStartMs = 200
/** How often the home of a sleeping project looks whether somebody has woken it. */
export const asleepPollMs = 3_000
/** How often the use of the disk is read. */
export const diskPollMs = 5_000
/** Sleeps that the home lists. */
export const sleepsShown = 4
