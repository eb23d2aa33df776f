/** Marks what is dragged within the page, apart from files of the computer. */
export const draggedType = 'application/x-colonnade-files'
