import type { RateClass } from '@colonnade/contracts/foundation/endpoint'
import type { RateBudgets } from '@colonnade/http'

/**
 * Rate limits besides those of endpoints: sign-in attempts per account and address, at the second step from any address, and mail from strangers to
 * one address.
 */
export type RateName = RateClass | 'account' | 'second_step' | 'mail'

/** Counted per person, or for credentials per address. */
export type RateLimits = RateBudgets<RateName>

export const rateLimits: RateLimits = {
  read: { calls: 1_200, windowSeconds: 60 },
  write: { calls: 240, windowSeconds: 60 },
  query: { calls: 1_200, windowSeconds: 60 },
  stop: { calls: 1_200, windowSeconds: 60 },
  // support messages, which people have to read
  message: { calls: 200, windowSeconds: 86_400 },
  credentials: { calls: 120, windowSeconds: 300 },
  account: { calls: 10, windowSeconds: 300 },
  // three of a million codes are valid at a time: a guess succeeds once in eleven thousand days
  second_step: { calls: 30, windowSeconds: 86_400 },
  mail: { calls: 3, windowSeconds: 900 },
}

/** Rate limits that survive a restart, so that a restart grants no additional attempts or messages. */
export const durableRates: readonly RateName[] = ['message', 'credentials', 'account', 'second_step', 'mail']

/** Lifetime of links in mail that give access to an account (OWASP ASVS 5, 6.5.5: a day at most, less where possible). */
export const resetLinkSeconds = 60 * 60
export const signUpLinkSeconds = 24 * 60 * 60
/** Age after which mail is no longer sent, unless its content expires sooner, and age after which its entry is deleted. */
export const mailExpirySeconds = 3 * 24 * 60 * 60
export const mailKeptDays = 30
/** Delays between attempts to send a mail; the last one repeats. */
export const mailRetrySeconds = [30, 120, 600, 1_800, 3_600]
/** Longest time between rounds of the mailer. */
export const mailLookMs = 60_000

/** Delays between deliveries to a webhook, which is then paused: more than half a day, as Standard Webhooks advises. */
export const webhookRetrySeconds = [5, 300, 1_800, 7_200, 18_000, 36_000]
/** Timeout of a webhook's receiver, after which the delivery is retried. */
export const webhookDeadlineMs = 10_000
/** Delay before an attempt with an unknown outcome, after a crash, is repeated. */
export const webhookLeaseSeconds = 30
/** Most bytes stored of a response. */
export const webhookAnswerBytes = 1_024
/** Most concurrent deliveries to different receivers; each receiver gets one event at a time. */
export const webhooksAtOnce = 8
/** Longest time between rounds of deliveries. */
export const webhookLookMs = 60_000
/** Time for which a replaced secret still signs. */
export const formerSecretHours = 24
export const deliveriesKeptDays = 30

/** Days after a failed charge on which the card is charged again; after the last one, people have to act. */
export const chargeRetryDays = [3, 5, 7]
/** Timeout of Stripe, after which the request is retried. */
export const stripeDeadlineMs = 20_000
/** Delay before a failed request, or an attempt interrupted by a crash, is checked again. */
export const paymentRetrySeconds = 60
/** Lifetime of a payment page (Stripe allows half an hour to a day). The invoice isn't charged otherwise during that time. */
export const paymentPageSeconds = 60 * 60
/** Time between checks of open payment pages and pending charges without an event from Stripe. */
export const paymentLookSeconds = 10 * 60
/** Time between checks of cards, regardless of events. */
export const cardLookHours = 24
/** Age from which Stripe's events are read again; Stripe stores them for 30 days. */
export const paymentEventsOverlapMs = 60 * 60_000
export const paymentEventsReachDays = 29
export const paymentEventsKeptDays = 60
export const paymentEventBytes = 1024 * 1024

/** Time to return from an identity provider, including a second factor there, and to enter the password that links the account. */
export const identityFlowSeconds = 15 * 60
export const unlinkedIdentitySeconds = 15 * 60

/** Most characters stored of a log, total and per line. */
export const keptLogBytes = 4 * 1024 * 1024
export const keptLogLineMax = 8_192

/** Lifetime of an unused session, and of any session. */
export const sessionIdleSeconds = 24 * 60 * 60
export const sessionAbsoluteSeconds = 30 * 24 * 60 * 60
/** Age of a session that counts as a recent sign-in. */
export const freshSessionSeconds = 15 * 60
/** Shortest time between updates of last_used_at. */
export const sessionTouchSeconds = 60

/** Lifetime and attempts of the second step of a sign-in. */
export const challengeSeconds = 5 * 60
export const challengeAttempts = 5

/** Time for which expired access tokens are listed. */
export const tokensKeptDays = 90

/** Most SQL editor sessions of one person. */
export const personSessions = 4
/** Connections of a server reserved from the pooler's clients, for the platform and for direct connections. */
export const connectionsKeptBack = 10
/** Share of a server's connections for transaction mode, and most waiting clients per connection. */
export const pooledShare = 0.4
export const pooledClientsPerConnection = 50
/** Idle time after which a connection that looks up passwords closes. */
export const loginIdleMs = 2_000
/** Time between checks of a starting project that clients wait for, without news of it. */
export const settlingRecheckMs = 5_000
/** Most notices stored per execution, and most characters of each text in them. */
export const noticesMax = 200
export const noticeTextMax = 8_192
/** Most memory per execution; the rest is dropped, with a notice. */
export const resultBytesMax = 64 * 1024 * 1024
/** Most results stored per execution. */
export const resultsMax = 1_000
/** Most bytes of rows in one response of an external server, more than any of our calls needs. */
export const remoteRowBytesMax = 256 * 1024 * 1024
/** Time between checks for expired branches. */
export const branchLookMs = 20_000
/** Time between attempts to open unavailable ports of dedicated poolers, and to close those of deleted projects. */
export const dedicatedLookMs = 60_000
/** Time between checks for replicas that have fallen too far behind. */
export const replicaBehindLookMs = 20_000
/** Time between updates of recovery windows, and between forced WAL segments. */
export const windowLookMs = 60_000
/** Age of files without a row before they are deleted. */
export const fileGraceMs = 24 * 60 * 60_000
/** Time between collections of usage. A crash loses what was counted since the last one. */
export const usageLookMs = 60_000
/** Gap between two collections after which usage in between counts as unknown. */
export const usagePresenceGapMs = 10 * 60_000
/** Timeout of a server to report its active users. */
export const activeUsersDeadlineMs = 5_000
/** Retention of usage events; their daily totals stay. The database refuses to delete younger ones. */
export const usageEventsKeptDays = 63
/** Time between rounds of routine work. */
export const housekeepingMs = 60 * 60_000
/** Time between session checks of a quiet event stream. */
export const sessionRecheckMs = 60_000
/** Time between checks for due issuers, and between updates of an issuer's keys: new keys are usually published a day before their use. */
export const issuerLookMs = 60_000
export const issuerAskedMinutes = 10
/** Most issuers per round, and most at once. */
export const issuersInRound = 500
export const issuersAtOnce = 8
/** Timeout of an issuer, and most bytes of its document, which usually has a few thousand. */
export const issuerDeadlineMs = 5_000
export const issuerDocumentBytes = 256 * 1024
/** Time after which the session of a running query's author is checked, because expiry isn't announced. */
export const rightFirstCheckMs = 1_000

/** Time between checks for idle projects. */
export const sleepLookMs = 15_000

/** Timeout of a step: longer than the driver waits for a server that recovers from a crash. */
export const stepDeadlineMs = 330_000
/** Timeout of a promotion step that fetches WAL from off-site copies, for a replica that replaces a lost primary. */
export const walBackMs = 120_000
/** Timeout of a step that fetches files for a new project. */
export const filesBackMs = 60 * 60_000
/** Additional free disk space at which a failure due to a full disk is retried, and the time between checks. */
export const roomToTryBytes = 32 * 1024 * 1024
export const roomLookMs = 10_000
/** Delay before the first backup of a new Postgres version is retried. */
export const protectRetryMs = 600_000
/** Timeout of copies, for large databases. */
export const copyDeadlineMs = 12 * 60 * 60_000
/** Time between checks of whether a starting replica has caught up. */
export const replicaLookMs = 25
/** Time between checks of whether the primary still retains the WAL that a slow replica needs. */
export const cutOffLookMs = 1_000
/** Most projects started at once after a start of the platform. */
export const reconcileConcurrency = 4

/** Postgres's statement_timeout to read and change database objects, in milliseconds. */
export const objectTimeoutMs = 60_000

/** Timeout of a health check, after which a server is unhealthy. */
export const healthDeadlineMs = 2_000
/** Share of connections in use from which members are warned, and below which the warning ends. */
export const connectionsWarningShare = 0.8
export const connectionsIncidentShare = 0.9
/** Shares of free space below which a disk is low, and practically full. */
export const diskWarningShare = 0.1
export const diskCriticalShare = 0.02

/** Most servers sampled at once, and the timeout of each. */
export const sampleConcurrency = 8
export const sampleDeadlineMs = 2_000
/** Most projects with background advisors at once, the time between runs, and the timeout per project. */
export const adviceConcurrency = 2
export const adviceIntervalMs = 60 * 60 * 1_000
export const lintsDeadlineMs = 30_000
/** Most findings per rule; others follow when these are fixed. */
export const findingsPerRule = 500
/** Lifetime of an app's authorization code (RFC 6749, 4.1.2: ten minutes at most). */
export const appCodeSeconds = 60
/** Lifetimes of an app's access token, and of its refresh token, which starts over with each use. */
export const appAccessSeconds = 60 * 60
export const appRefreshSeconds = 60 * 86_400
/** Time for which the page of an ended invitation shows its outcome. */
export const endedInvitationsKeptDays = 30
/** Retention of finished entries. */
export const incidentsKeptDays = 30

/** Timeout of an attempt of a DNS query, and most attempts. */
export const dnsTimeoutMs = 2_000
export const dnsTries = 2
/** Most values stored of a DNS response, and most characters of each. */
export const dnsValuesMost = 10
export const dnsValueLength = 300
/** Time between rounds of domain checks, and most checks at once. */
export const domainLookMs = 15_000
export const domainsAtOnce = 8
/** Time between checks of a domain that waits for its records, by its waiting time; the last one repeats. */
export const domainWaits: readonly { readonly untilMs: number; readonly everyMs: number }[] = [
  { untilMs: 10 * 60_000, everyMs: 30_000 },
  { untilMs: 24 * 60 * 60_000, everyMs: 5 * 60_000 },
  { untilMs: Number.POSITIVE_INFINITY, everyMs: 60 * 60_000 },
]
/** Time between checks of a correct domain, and of one that is no longer correct. */
export const domainRecheckMs = 60 * 60_000
export const domainLostCheckMs = 10 * 60_000
/** Time for which a project keeps a domain without its TXT record. */
export const domainKeptDays = 7
/** Consecutive failed checks before members are notified: a single one may fall into a server's update. */
export const domainFailuresToTell = 2
/**
 * Time before an uploaded certificate expires at which members are warned, in addition to its expiry; the installation renews its own at the first.
 */
export const certificateWarningDays: readonly number[] = [0, 7, 30]
/** Most certificates of one chain. */
export const chainMost = 10
