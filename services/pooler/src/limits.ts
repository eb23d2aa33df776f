/** Spec §9: where sessions are passed through. */
export const sessionPort = 5432

/** How many ports after the wanted one are tried. */
export const portTries = 100

/** Clients of all projects together; each takes two sockets. */
export const clientsMax = 5_000
/** Connections that have not said yet what they want may be this many more; further ones are closed unheard. */
export const openingsMax = 1_000

/** Until a client has said who it is, TLS included; Postgres's own limit then holds for the password (authentication_timeout). */
export const openingDeadlineMs = 10_000
/** Of one startup packet, as in Postgres (MAX_STARTUP_PACKET_LENGTH). */
export const startupBytesMax = 10_000
/** Of one message before a session is ready: parameters, keys, notices. */
export const greetingMessageMax = 64 * 1024
/** Kept of what a client sends before it has a server. */
export const earlyBytesMax = 64 * 1024

/** Until a project that sleeps takes connections. */
export const wakeDeadlineMs = 30_000
/** Until a server that runs has accepted a connection. */
export const connectDeadlineMs = 5_000
/** Until a request to cancel has reached its server. */
export const cancelDeadlineMs = 5_000

/** Clients that are at work when the pooler closes may finish their transactions for this long. */
export const drainMs = 4_000
/** A socket that was ended and whose other end takes nothing any more is closed regardless after this. */
export const lingerMs = 5_000
/** Silent connections are asked whether anybody is there. */
export const keepAliveMs = 60_000
