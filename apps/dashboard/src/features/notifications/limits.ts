/** Height of the list (spec §9). */
export const listHeightPx = 400
/** A burst of changes is fetched once. */
export const burstMs = 60
/** The next page is fetched when one sees an entry this near to the end: fewer than a page has and than a page hides. */
export const moreWithin = 3
/** How much of a notification has to be in sight to count as viewed. */
export const viewedShare = 0.5
/** Most changes that one call takes. */
export const maxChanges = 100
