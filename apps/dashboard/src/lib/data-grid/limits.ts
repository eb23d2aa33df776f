/** Columns' widths are measured on so many rows. */
export const measuredRows = 50
/** Most rows and cells that are copied, pasted or filled at once: more would hold up the page. Exports and imports take any number. */
export const copiedRows = 20_000
export const copiedCells = 200_000
/** So long after the last step of scrolling down it is over. */
export const rollPauseMs = 200
/** Between two steps of scrolling while a selection is dragged beyond the edge. */
export const dragScrollMs = 40
/** Most cells that a search in the loaded rows counts. */
export const foundCells = 5_000
