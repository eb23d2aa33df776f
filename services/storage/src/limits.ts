/** The release of supabase/storage whose protocol this is. */
export const protocolVersion = '1.41.8'

/** Connections to one project's database at once. */
export const connectionsMost = 8

/** A project's connections are closed this long after the last call. */
export const idleMs = 30_000

/** Projects whose connections are remembered; the one that was called longest ago is forgotten first. */
export const projectsMost = 5_000

/** A call waits so long for a connection. */
export const connectionWaitMs = 10_000

/** A statement of a call. */
export const statementMs = 30_000

/** Most bytes of a JSON request body, and of the custom metadata of an object. */
export const jsonBytesMost = 1_000_000
export const metadataBytesMost = 1_000_000

/** Bytes of the other fields of a form. */
export const fieldBytesMost = 64 * 1024

/** What a form may have around its file, in bytes. */
export const formBytesMost = metadataBytesMost + 4 * fieldBytesMost

/** Before a longer body is read, the caller's permission is tried out. */
export const triedFromBytes = 1_000_000

/** Bytes of an object's name, and characters of a bucket's. */
export const nameBytesMost = 1024
export const bucketNameMost = 100

/** Objects that one call signs, deletes or lists. */
export const signedMost = 1_000
export const deletedMost = 1_000
export const listedMost = 1_500
export const listedV2Most = 1_000

/** Seconds that a URL holds at most which a member with read access signs: long enough to watch a film. */
export const lentUrlSecondsMost = 60 * 60

/** Seconds that a URL for an upload holds. */
export const uploadUrlSeconds = 2 * 60 * 60

/** Objects that emptying a bucket deletes in one transaction. */
export const emptiedAtOnce = 1_000

/** The reply waits so long for a bucket to be empty. */
export const emptyingMs = 5_000

/** Files of one zip archive. */
export const zippedMost = 10_000

/** Seconds that a link to an archive holds: a browser follows it at once. */
export const zipLinkSeconds = 60

/** Files of all selections that wait for their browser. */
export const keptFilesMost = 200_000

/** Files of an archive whose rows are read at once. */
export const zipBatch = 200

/** Archives that are sent at once, by project. */
export const zipsAtOnce = 4

/** Objects whose bytes one call looks for, and how many at once. */
export const lookedForMost = 1_000
export const lookedForAtOnce = 16
