/** Readers of one project's or one person's events at once. */
export const eventReadersMax = 100

/** Events of changed rows that wait for a slow reader, who is then told to look again. */
export const rowChangeEventsMax = 50

/** Until changes can be followed, or the reader is told that they can not be now; a long transaction is not waited for. */
export const changesDeadlineMs = 2_000

/** What a publication holds is looked up this often while a table in it is followed: nothing tells of it. */
export const publicationRecheckMs = 20_000

/** And this soon after a table was seen to be another than before. */
export const tableRecheckMs = 100
