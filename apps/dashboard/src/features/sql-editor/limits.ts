/** Rows per result set that can be asked for; null streams all of them. The platform's own default is the third. */
export const rowLimits = [100, 500, 1_000] as const
export type RowLimit = number | null
export const defaultRowLimit: RowLimit = 1_000

/** Time limits in milliseconds that are offered; 0 is none. Any other can be written. */
export const timeLimits = [15_000, 60_000, 600_000, 0] as const
export const defaultTimeLimitMs = 60_000
/** A day: the largest that the platform takes. */
export const maxTimeLimitMs = 86_400_000

/** How often what runs in the database is asked for while it is looked at. */
export const activityRefreshMs = 2_000
/** A transaction that idles for longer, in seconds, holds up others for nothing. */
export const longIdleSeconds = 60

/** A text is kept once the keys rest, and by whoever writes without a rest after the longer time, in milliseconds. */
export const keeping = { restMs: 300, longestMs: 1_000 }

/** An answer that comes within this, in milliseconds, seems to come at once: until then nothing says that a run is waited for. */
export const promptAnswerMs = 100

/** Names of the database are not asked for again within this when one is written that they do not have, in milliseconds. */
export const catalogRenewMs = 10_000

/** How often the running time moves on. */
export const elapsedTickMs = 100

/** Statements listed before a run; of further ones only the number is shown. */
export const maxListedFindings = 100

/** From this size on a lock lasts long enough for others to notice. Either is enough. */
export const largeTable = { rows: 100_000, bytes: 64 * 1024 * 1024 }

/** The question before a run waits this long for what is at stake, and then fills in what comes. */
export const stakesPatienceMs = 1_500
/** What is not known then is not going to be. */
export const stakesTimeoutMs = 5_000
/** Of a text, so many relations, drops and conditions are looked into. */
export const maxAskedRelations = 100
export const maxAskedDependents = 10
export const maxAskedPlans = 10
/** Rows that a condition finds are counted for so long. */
export const countTimeoutMs = 2_000

/** Quiet after which a text is saved on the server. */
export const saveDelayMs = 1_500

/** After a text was begun to be run it is saved, when its first answer is there. */
export const saveRunMs = 400

/** What waits until an answer is drawn waits no longer than that. */
export const afterRunMs = 500

/** Waits between tries to save while nobody answers; each is twice the one before. */
export const saveRetryMs = { first: 2_000, last: 60_000 } as const

/** Open texts; of more, those at the left are closed. */
export const maxTabs = 30

/** Snippets that one call of the list asks for; the contract's most. */
export const snippetPageSize = 500

/** Found snippets that are shown; of more, the search must be narrowed. */
export const snippetSearchSize = 200

/** Wait after the last key press before it is searched. */
export const searchDelayMs = 250

/** Findings listed before a run; of further ones only the number is shown. */
export const maxListedDangers = 100

/** Longer texts, in characters, are only written and run: no completion, marks and checks. */
export const largeTextLength = 1_000_000

/** SQL longer than this, in characters, is reported shortly after a key press instead of at every one. */
export const promptTextLength = 20_000

/** Quiet after the last key press before a text is checked. */
export const checkDelayMs = 250

/** Rows that are sorted or drawn as a chart at once; more are, in slices, beside everything that the page does. */
export const promptRows = 5_000
