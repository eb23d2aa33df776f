/** Spec §9: where sessions are passed through. */
export const sessionPort = 5432

/** Where the search for ports of projects' own poolers begins. */
export const dedicatedPort = 6600

/** Ports to try after the requested one. */
export const portTries = 1_000

/** Clients of all projects together; each takes two sockets. */
export const clientsMax = 5_000
/** Clients at a socket in a folder, such as a worker's. */
export const socketClientsMax = 100
/** Connections that have not said yet what they want may be this many more; further ones are closed unheard. */
export const openingsMax = 1_000

/** Until a client has said who it is, TLS included. */
export const openingDeadlineMs = 10_000
/** Bytes of one startup packet, as in Postgres (MAX_STARTUP_PACKET_LENGTH). */
export const startupBytesMax = 10_000
/** Bytes of one message before a session is ready: parameters, keys, notices. */
export const greetingMessageMax = 64 * 1024
/** Kept of what a client sends before it has a server. */
export const earlyBytesMax = 64 * 1024

/** Until a project that sleeps, or starts, takes connections. */
export const wakeDeadlineMs = 30_000
/** Until a server that runs has accepted a connection. */
export const connectDeadlineMs = 5_000
/** Until a request to cancel has reached its server. */
export const cancelDeadlineMs = 5_000

/** Clients that are at work when the pooler closes may finish their transactions for this long. */
export const drainMs = 4_000
/** An ended socket that the other end doesn't read is closed regardless after this time. */
export const lingerMs = 5_000
/**
 * The event loop stays awake for this long after a message: not at all where the next one takes longer than the most, and else for twice as long
 * as the last time, from the least on. The values, and the rule, of Linux in a guest that polls before it halts (virt/guest-halt-polling).
 */
export const busyPollMs = { least: 0.05, most: 0.2 } as const
/** And of that for this long without a turn of the event loop, which others wait for. */
export const turnMs = 0.1
/** Clients that are heard within this count as at work at the same time. */
export const busyWindowMs = 1
/** Silent connections are asked whether anybody is there. */
export const keepAliveMs = 60_000

/** Spec §9: where transactions share connections. */
export const transactionPort = 6543
/** Bytes of one message of a transaction-mode client: it is held until its server is free. */
export const clientMessageMax = 64 * 1024 * 1024
/** A client waits this long for the memory of its message. */
export const memoryPatienceMs = 5_000
/** A message that has begun is complete within so much, and a millisecond more for so many bytes (250 kB a second). */
export const readingDeadline = { leastMs: 30_000, bytesPerMs: 250 } as const
/** Bytes of one message of a client that hasn't authenticated yet. */
export const passwordMessageMax = 4_096
/** Until a password has been shown. Shorter than in Postgres (authentication_timeout): programs know it before they connect, and psql connects again. */
export const passwordDeadlineMs = 15_000
/** Clients who have not shown a password yet. An application that connects all its clients at once stays below. */
export const strangersMax = { ofAddress: 200, ofProject: 300 } as const
/** A transaction waits for a connection for this long. */
export const queueDeadlineMs = 15_000
/** A transaction in which nothing happens is ended after this. */
export const idleTransactionMs = 60_000
/** A connection that nobody needs is closed after this. */
export const serverIdleMs = 30_000
/** Prepared statements kept on a connection; the one unused for longest makes room. */
export const serverStatementsMax = 200
/** And known of one client. */
export const clientStatementsMax = 2_000
/** Settings of a session that are said again on each connection, and characters of each. */
export const sessionSettingsMax = 50
export const sessionSettingLength = 2_000
/** Longer texts are not looked into: they count as if they left something. */
export const scannedTextMax = 256 * 1024
/** Bytes of all prepared statements of one client. */
export const clientStatementBytesMax = 16 * 1024 * 1024
/** A connection is not used for longer than this, so that what was changed for its role takes effect. */
export const serverAgeMs = 60 * 60_000
/** A certificate that the installation makes for the domain of a project is good for this long. */
export const issuedYears = 1

/** Hint for clients beyond a limit. */
export const tooManyHint = 'Close some of them, raise the limits in the project’s database settings, or choose a larger compute size.'
