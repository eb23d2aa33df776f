/** Open connections to one project for SQL execution. */
export const projectConnections = 8

/** And for imports and exports, which take long. */
export const projectTransfers = 3

/** And for runs of the SQL editor outside of sessions, which last as long as their readers take. */
export const projectRuns = 4

/** Sessions of the SQL editor: the smallest server has 40 connections for everything. */
export const projectSessions = 8

/** An unused one is closed after this. */
export const projectConnectionIdleMs = 10_000
