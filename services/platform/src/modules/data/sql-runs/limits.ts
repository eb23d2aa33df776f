import { sqlRunKeepAliveSeconds } from '@colonnade/contracts/data/sql-runs'

/** Bytes of a run's lines that wait for a slow reader, before the server of the project is no longer read. */
export const bufferedBytes = 512 * 1024
/** Lines are gathered up to this length, in characters, as long as more of them come at once. */
export const lineBufferCharacters = 64 * 1024
/**
 * A reader that takes nothing for so long while there is something for it is gone, though nobody has closed its connection: what runs for it
 * would hold its snapshot, and a connection of the project, until the network gives up after some quarter of an hour.
 */
export const readerPatienceMs = 120_000
/** A run that says nothing sends an empty line this often. */
export const keepAliveMs = sqlRunKeepAliveSeconds * 1_000
/** For the names of types that are not Postgres's own. */
export const typeNamesDeadlineMs = 2_000
/** Most ended sessions to remember, so that their owners are informed. */
export const rememberedEnds = 1_000
/** Most notifications stored for the session's next run. */
export const notificationsMax = 200
