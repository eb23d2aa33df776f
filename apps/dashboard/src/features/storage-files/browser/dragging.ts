/** Marks entries dragged within the page, to distinguish them from files from the computer. */
export const draggedType = 'application/x-colonnade-files'
