/** Bytes of one frame; a longer one ends its socket. */
export const frameBytesMost = 5 * 1024 * 1024

/** A topic or an event, in bytes: binary frames have one byte for the length. */
export const nameBytesMost = 255

/** Channels of a socket that a project's settings can allow at most. */
export const channelsMost = 1_000

/** A socket that says nothing for so long is closed; clients send a heartbeat every 25 s. */
export const silenceMs = 60_000
/** A socket without a channel is closed after this. */
export const emptyMs = 10 * 60_000

/** A token ends so long after its `exp`, as its issuer's clock may be off: the gateway allows the same. */
export const tokenToleranceMs = 30_000

/** From here on a slow reader gets presence as a whole once it has caught up, instead of each change. */
export const slowBytes = 1024 * 1024
/** From here on it is closed with `tryAgainCode`, and reconnects. */
export const slowBytesMost = 4 * 1024 * 1024

/** Close codes (RFC 6455, 7.4.1, and the IANA registry). */
export const goneCode = 1001
export const endedCode = 1000
export const refusedCode = 1008
export const protocolCode = 1002
export const tooLargeCode = 1009
export const restartCode = 1012
export const tryAgainCode = 1013

/** Rows of the log of requests about what was refused, in a second and project; a socket's own row counts all of it. */
export const notesMost = 10
/** Characters of a topic or a reason in the log. */
export const notedTextMost = 300

/** When the service stops, sockets are closed over at most this long, so that not all clients come back at once. */
export const closingMs = 5_000
/** Between two of them at most. */
export const closingStepMs = 5

/** A clock that is further off from one look to the next was set. */
export const clockLeapMs = 10_000

/** Time between checks for silence, expired tokens and slow readers. */
export const roundMs = 1_000

/** The state of a project without sockets is discarded after this time. */
export const unusedMs = 60_000

/** Presence changes within this time are sent together. */
export const presenceDelayMs = 25

/** Times that a client may change its presence in a channel within the window. */
export const clientPresenceMost = 5
export const clientPresenceWindowMs = 30_000

/** Messages that replay gives at most, and how old. */
export const replayMost = 25
export const replayMs = 72 * 60 * 60_000

/** Connections to a project's database. */
export const connectionsMost = 2
/** After the last question; the project may sleep then. */
export const idleMs = 30_000
/** Projects whose databases are connected to at once; of more, the one that was not asked for longest goes first. */
export const projectsMost = 500
/** Time between partition checks in projects that are awake. */
export const partitionsMs = 15 * 60_000

/** Lifetime of a cached table definition and its grants without a change. */
export const tableKnownMs = 20_000

/** Tables and filters that one join can ask for. */
export const bindingsMost = 100

/** Broadcasts that were stored for clients, and that are still to come from the log, are known up to so many. */
export const storedMost = 10_000

/** Notices in a join's reply about tables that send less than requested. */
export const noticesMost = 10

/** Number of distinct subscriptions with shared ids, and characters of JSON in each. */
export const subscriptionIdsMost = 10_000
export const subscriptionKeyMost = 1_000

/** A change that is longer in JSON is sent with only its short values. */
export const changeBytesMost = 1024 * 1024
export const shortValueBytes = 64

/** Times that policies may fail for somebody in one batch of changes; what is left then counts as failed. */
export const failuresMost = 200

/** Time to match a filter's pattern. */
export const patternMs = 100

/** A client that has woken a project waits this long at most for its changes. */
export const followMs = 500
/** A server that runs again and of which nobody says within this that it has slept was restarted: clients join again. */
export const awokenMs = 2_000

/** From a commit until everybody sees it; beyond, its subscribers join again. */
export const visibleMs = 5_000

/** Until changes have to stream; a join that waits for it may say less. */
export const readyMs = 8_000

/** Body of a request over REST, in bytes. */
export const bodyBytesMost = 5 * 1024 * 1024
/** Messages of a batch. */
export const batchMost = 1_000
