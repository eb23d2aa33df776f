/** Rows fetched at a time (spec §9). */
export const pageRows = 100
/** Pages kept in memory around what is shown. */
export const keptPages = 30
/** Rows that one scrolling surface holds: 500,000 of 28 px is what every browser can lay out. Further ones are on the next stretch. */
export const stretchRows = 500_000
/** Between two fetches while one scrolls without rest. */
export const scrollPauseMs = 50
/** Wait after the last key press before the list of tables is searched. */
export const searchDelayMs = 150
/** Longest text that is edited within its cell; longer ones get a window. */
export const inlineCharacters = 120
/** Columns' widths are measured on so many rows. */
export const measuredRows = 50
