/** Concurrent event readers per project or person. */
export const eventReadersMax = 100

/** Row change events queued for a slow reader. Beyond that it's asked to reload. */
export const rowChangeEventsMax = 50

/** Maximum wait until changes can be followed. After that the reader gets an error, for example because of a long-running transaction. */
export const changesDeadlineMs = 2_000

/** A publication's tables are read this often while one of them is followed, because Postgres sends no event for that. */
export const publicationRecheckMs = 20_000

/** Delay before they are read after a table's definition changed. */
export const tableRecheckMs = 100
