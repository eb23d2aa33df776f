/** What may have happened to a table that isn't there. */
export const tableGone = 'It was dropped or renamed since the list was loaded, or it is in another schema.'
