/** Spec §9: above this many entries the list scrolls. */
export const maxShownSources = 7
/** Spec §9: its height then, in pixels. */
export const sourceListPx = 210
