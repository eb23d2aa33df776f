/** Most pending exports of one person in one project. */
export const exportsMax = 20
/** Most rows of one INSERT statement, and bytes after which it ends. */
export const insertRows = 1_000
export const insertBytes = 1024 * 1024
/** Bytes buffered for a file before the database has to wait: enough to keep both sides busy. */
export const bufferedBytes = 2 * 1024 * 1024
