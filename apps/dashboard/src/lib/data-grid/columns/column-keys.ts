/** The column of rows' numbers, before those of data. */
export const numberKey = 'number'

/** Keys of data columns are their places, so that no name can clash; null for the columns before them. */
export const placeOf = (key: string): number | null => (/^\d+$/.test(key) ? Number(key) : null)
