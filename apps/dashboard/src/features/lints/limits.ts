/** Findings that stand on a project's home. */
export const findingsShown = 4
