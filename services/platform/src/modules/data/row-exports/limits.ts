/** Exports of one person in one project that wait for their file to be fetched. */
export const exportsMax = 20
/** Rows of one INSERT of a file of SQL, and bytes after which it ends. */
export const insertRows = 1_000
export const insertBytes = 1024 * 1024
/** What waits to be sent of one file before the database is told to wait: enough that both go on side by side. */
export const bufferedBytes = 2 * 1024 * 1024
