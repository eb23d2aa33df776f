/** How much of a file is read to see what is in it. */
export const headBytes = 1024 * 1024
/** How much, when not even two records end within the first head: cells may be large. */
export const longHeadBytes = 16 * 1024 * 1024
/** Records of the head that are looked at, at most: types are guessed on these. */
export const sampledRecords = 5_000
/** Rows of the preview. */
export const previewRows = 30
/** Columns of the preview, and columns that are listed at a time. */
export const shownColumns = 60
/** Characters of a cell of the preview. */
export const previewCharacters = 120
/** Most columns of a table (Postgres documentation, appendix K). */
export const maxColumns = 1_600
/** Longest name in Postgres, in bytes of UTF-8. */
export const maxNameBytes = 63
/** Between two looks at how far an import has come. */
export const progressPauseMs = 400
/** Bad rows that are shown at the end of an import; the file has them all. */
export const shownBadRows = 5
