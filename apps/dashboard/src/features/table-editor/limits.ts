/** Rows fetched at a time unless the person chose otherwise (spec §9). */
export const rowsPerPage = 100
/** What can be chosen instead. */
export const rowsPerPageChoices = [100, 500, 1_000] as const
/** Rows kept in memory around what is shown, and the characters in them: 50 million are at most 100 MB. */
export const keptRows = 3_000
export const keptCharacters = 50_000_000
/** Height of one scrolling surface: what every browser can lay out, 500,000 rows of 28 px. Further rows are on the next stretch. */
export const stretchPx = 14_000_000
/** So long a table stays on the screen while the next one is looked up: every answer to a click within 100 ms. */
export const keptPaneMs = 80
/** So long rows that were fetched ahead are as good as fresh ones. */
export const aheadMs = 1_000
/** Heights of what is on the screen that are fetched beyond it, where one scrolls to. */
export const screensAhead = 2
/** Between two fetches while one scrolls without rest. */
export const scrollPauseMs = 50
/** Wait after the last key press before the list of tables is searched. */
export const searchDelayMs = 150
/** Longest text that is edited within its cell; longer ones get a window. */
export const inlineCharacters = 120
/** After this, what is still being fetched can be given up by a button. */
export const slowMs = 1_000
/** Most values that are shown cut and fetched whole to be copied. */
export const copiedCutCells = 200
/** Tabs of open tables; further ones take the place of the first. */
export const maxTabs = 30
/** Rows of the query that a table opens with in the SQL editor. */
export const sqlEditorRows = 100
/** Between two looks at the rows on the screen, while somebody looks at them. */
export const pollMs = 4_000
/** The same when looks fail, at most. */
export const maxPollMs = 60_000
/** Rows that are looked at: more are not on any screen. */
export const maxPolledRows = 200
/** So long a cell shows that somebody else has just changed it. */
export const flashMs = 1_800
/** Most rows that are selected at once with their checkboxes; those that aren't in memory are fetched for it. */
export const tickedRows = 10_000
/** Changes of more rows at once are confirmed by typing their number. */
export const bulkRows = 100_000
/** Minimum time between two checks, however fast changes are reported. */
export const lookGapMs = 250
/** A table is followed once it has been looked at for so long. */
export const followDelayMs = 300
/** Until it is tried again to follow a table whose changes are not told. */
export const followRetryMs = 60_000
/** First rows that take longer than this have grey places until they come. */
export const placeholderMs = 300
/** Grey places for rows of which nobody knows yet how many there are. */
export const unknownRows = 12
/** Staged changes are kept in the browser once nothing was changed for the shorter time, and at the latest after the longer one, in milliseconds. */
export const keeping = { restMs: 300, longestMs: 1_000 }
