/** Height of the list (spec §9). */
export const listHeightPx = 400
/** How often the badge is refreshed while the page is looked at. */
export const summaryPollMs = 30_000
