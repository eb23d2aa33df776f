import type { RateClass } from '@colonnade/contracts/foundation/endpoint'
import type { RateBudgets } from '@colonnade/http'

/** Budgets besides those of endpoints: guesses at one account from one address, at its second step from anywhere, and mail that strangers send to one address. */
export type RateName = RateClass | 'account' | 'second_step' | 'mail'

/** The key is the person, or for credentials the address. */
export type RateLimits = RateBudgets<RateName>

export const rateLimits: RateLimits = {
  read: { calls: 1_200, windowSeconds: 60 },
  write: { calls: 240, windowSeconds: 60 },
  query: { calls: 1_200, windowSeconds: 60 },
  stop: { calls: 1_200, windowSeconds: 60 },
  // what somebody has to read
  message: { calls: 200, windowSeconds: 86_400 },
  credentials: { calls: 120, windowSeconds: 300 },
  account: { calls: 10, windowSeconds: 300 },
  // of a million codes three are right at a time: one guesser in eleven thousand days
  second_step: { calls: 30, windowSeconds: 86_400 },
  mail: { calls: 3, windowSeconds: 900 },
}

/** Counts that survive a restart, so that nobody gains guesses or messages from one. */
export const durableRates: readonly RateName[] = ['message', 'credentials', 'account', 'second_step', 'mail']

/** Links in mail that open an account are good for this long (OWASP ASVS 5, 6.5.5 asks for no more than a day, and for less where it can be). */
export const resetLinkSeconds = 60 * 60
export const signUpLinkSeconds = 24 * 60 * 60
/** Mail is not sent any more after this, unless what it says runs out sooner; and its line is forgotten after the second. */
export const mailExpirySeconds = 3 * 24 * 60 * 60
export const mailKeptDays = 30
/** Waits between attempts at sending; the last one repeats. */
export const mailRetrySeconds = [30, 120, 600, 1_800, 3_600]
/** The mailer looks at least this often, whoever announces what. */
export const mailLookMs = 60_000

/** Waits between attempts at telling a webhook, after which it pauses: for half a day and more, as Standard Webhooks advises. */
export const webhookRetrySeconds = [5, 300, 1_800, 7_200, 18_000, 36_000]
/** A receiver that does not answer within this is told again later. */
export const webhookDeadlineMs = 10_000
/** An attempt whose end is not known, as the program was killed, is made again after this. */
export const webhookLeaseSeconds = 30
/** What of an answer is kept. */
export const webhookAnswerBytes = 1_024
/** Receivers that are told at once, each one event at a time. */
export const webhooksAtOnce = 8
/** It is looked at least this often, whoever announces what. */
export const webhookLookMs = 60_000
/** A secret signs beside the one that took its place for so long. */
export const formerSecretHours = 24
export const deliveriesKeptDays = 30

/** Days after a failed charge when the card is charged again; after the last one it is left to people. */
export const chargeRetryDays = [3, 5, 7]
/** Stripe that does not answer within this is asked again later. */
export const stripeDeadlineMs = 20_000
/** What could not be asked is asked again after this, and so is what an attempt that was killed meanwhile has come to. */
export const paymentRetrySeconds = 60
/** A page on which an invoice can be paid is good for this long (Stripe takes half an hour to a day). Nothing else is charged for it meanwhile. */
export const paymentPageSeconds = 60 * 60
/** Unless the provider tells of it, an open page and a charge that is under way are looked at this often. */
export const paymentLookSeconds = 10 * 60
/** Cards are looked at this often, whatever was told of them. */
export const cardLookHours = 24
/** What the provider says has happened is read again from so long before; it keeps it for 30 days. */
export const paymentEventsOverlapMs = 60 * 60_000
export const paymentEventsReachDays = 29
export const paymentEventsKeptDays = 60
export const paymentEventBytes = 1024 * 1024

/** Between leaving for a provider and coming back, with a second factor and a look for the phone there; and until the password is shown that links. */
export const identityFlowSeconds = 15 * 60
export const unlinkedIdentitySeconds = 15 * 60

/** What is kept of the log, in characters altogether and of one line. */
export const keptLogBytes = 4 * 1024 * 1024
export const keptLogLineMax = 8_192

/** A session ends after this long without use, and in any case after the second. */
export const sessionIdleSeconds = 24 * 60 * 60
export const sessionAbsoluteSeconds = 30 * 24 * 60 * 60
/** What shows who somebody is without asking once more: a session that was begun this recently. */
export const freshSessionSeconds = 15 * 60
/** last_used_at is written no more often than this. */
export const sessionTouchSeconds = 60

/** The second step of signing in is good for this long, and for so many attempts. */
export const challengeSeconds = 5 * 60
export const challengeAttempts = 5

/** Expired access tokens are shown for this long. */
export const tokensKeptDays = 90

/** Sessions of the SQL editor that one person may have at once. */
export const personSessions = 4
/** Of a server's connections these are kept back from clients of the pooler, for the platform and for who connects directly. */
export const connectionsKeptBack = 10
/** This share of a server's connections is for transactions that take turns, and so many clients may wait for each of all its connections. */
export const pooledShare = 0.4
export const pooledClientsPerConnection = 50
/** A connection that looks up passwords is closed when nobody has logged in for this long. */
export const loginIdleMs = 2_000
/** Clients wait for a project that starts: how often it is looked at when there is no news of it. */
export const settlingRecheckMs = 5_000
/** Notices kept of one execution, and characters kept of each text in them. */
export const noticesMax = 200
export const noticeTextMax = 8_192
/** Memory for what is kept of one execution; what comes after is dropped and said to be. */
export const resultBytesMax = 64 * 1024 * 1024
/** Results kept of one execution. */
export const resultsMax = 1_000
/** Rows in one answer of a server that Colonnade doesn't run, in bytes: above what any call of ours asks for. */
export const remoteRowBytesMax = 256 * 1024 * 1024
/** How often it is looked which branches are to delete themselves. */
export const branchLookMs = 20_000
/** How often ports of dedicated poolers that could not be had are tried again, and those of removed projects closed. */
export const dedicatedLookMs = 60_000
/** How often it is looked whether replicas have fallen behind what their primaries keep for them. */
export const replicaBehindLookMs = 20_000
/** How often what was written is made recoverable to the moment; as often, a server archives what it has begun. */
export const windowLookMs = 60_000
/** A file that no database names is unlinked when that was so for so long. */
export const fileGraceMs = 24 * 60 * 60_000
/** How often usage is collected: what the killed program had counted since is not known to anybody. */
export const usageLookMs = 60_000
/** Nobody has looked what runs when the time between two looks is longer. */
export const usagePresenceGapMs = 10 * 60_000
/** How long a server may take to say which users were active. */
export const activeUsersDeadlineMs = 5_000
/** Events of usage are kept for so long, and their days for good. The database refuses to delete younger ones. */
export const usageEventsKeptDays = 63
/** What is done now and then although nobody asks for it is done this often. */
export const housekeepingMs = 60 * 60_000
/** A quiet event stream looks this often whether its session has run out. */
export const sessionRecheckMs = 60_000
/** It is looked this often which issuers are due, and each of them is asked for its keys this often: new keys are usually published a day before their use. */
export const issuerLookMs = 60_000
export const issuerAskedMinutes = 10
/** Issuers that are asked in one round, and of these at once. */
export const issuersInRound = 500
export const issuersAtOnce = 8
/** One that does not answer within this has no keys now; a document has a few thousand bytes. */
export const issuerDeadlineMs = 5_000
export const issuerDocumentBytes = 256 * 1024
/** What runs in a project for so long has its author's session looked up, whose age nothing announces. */
export const rightFirstCheckMs = 1_000

/** How often it is looked which projects nobody has used for as long as their settings say. */
export const sleepLookMs = 15_000

/** Until a step is over: longer than the driver waits for a server that recovers from a crash. */
export const stepDeadlineMs = 330_000
/** Within a step: as long as WAL is fetched from its copies elsewhere, for a replica that takes the place of a primary that is lost. */
export const walBackMs = 120_000
/** As long as files that a new project is to have are fetched. */
export const filesBackMs = 60 * 60_000
/** What was given up because the disk was full is tried again when so much more is free, and it is looked so often. */
export const roomToTryBytes = 32 * 1024 * 1024
export const roomLookMs = 10_000
/** After that it is tried again to have the first backup of a new version of Postgres. */
export const protectRetryMs = 600_000
/** A copy of a large database takes as long as its files do. */
export const copyDeadlineMs = 12 * 60 * 60_000
/** How often a primary is asked whether a replica that comes up has caught up. */
export const replicaLookMs = 25
/** How often it is asked, while a replica is long in coming up, whether it still keeps what that waits for. */
export const cutOffLookMs = 1_000
/** Projects brought up at once after a start of the platform. */
export const reconcileConcurrency = 4

/** Postgres's statement_timeout for what is read and changed of a database's objects, in milliseconds. */
export const objectTimeoutMs = 60_000

/** A server that has not told its state within this is unhealthy. */
export const healthDeadlineMs = 2_000
/** From this share of its connections on a project is warned of, and below the second it is well again. */
export const connectionsWarningShare = 0.8
export const connectionsIncidentShare = 0.9
/** Below these shares of free space a disk is short, and as good as full. */
export const diskWarningShare = 0.1
export const diskCriticalShare = 0.02

/** Servers that are asked for a sample at once, and the time that each has to answer. */
export const sampleConcurrency = 8
export const sampleDeadlineMs = 2_000
/** Projects whose advisors run at once in the background, how often they do, and how long one project may take. */
export const adviceConcurrency = 2
export const adviceIntervalMs = 60 * 60 * 1_000
export const lintsDeadlineMs = 30_000
/** Findings of one rule that are told; further ones of that rule come when these are repaired. */
export const findingsPerRule = 500
/** A code of an application is exchanged at once, by a machine (RFC 6749, 4.1.2: ten minutes at most). */
export const appCodeSeconds = 60
/** Tokens of an application: the one that it shows, and the one that it gets the next ones for, counted anew each time. */
export const appAccessSeconds = 60 * 60
export const appRefreshSeconds = 60 * 86_400
/** Invitations that have ended are answered with what became of them for this long. */
export const endedInvitationsKeptDays = 30
/** What was over is remembered for this long. */
export const incidentsKeptDays = 30

/** One question to DNS servers: how long each attempt may take, and how many there are. */
export const dnsTimeoutMs = 2_000
export const dnsTries = 2
/** Kept of what is found in DNS: values, and characters of each. */
export const dnsValuesMost = 10
export const dnsValueLength = 300
/** Whether a domain is due to be looked at is looked this often, and so many are at once. */
export const domainLookMs = 15_000
export const domainsAtOnce = 8
/** How often a domain that waits for its records is looked at, by how long it has waited; the last holds from then on. */
export const domainWaits: readonly { readonly untilMs: number; readonly everyMs: number }[] = [
  { untilMs: 10 * 60_000, everyMs: 30_000 },
  { untilMs: 24 * 60 * 60_000, everyMs: 5 * 60_000 },
  { untilMs: Number.POSITIVE_INFINITY, everyMs: 60 * 60_000 },
]
/** One that is as it should be is looked at this often, and one that is not any more this often. */
export const domainRecheckMs = 60 * 60_000
export const domainLostCheckMs = 10 * 60_000
/** A name that nothing proves any more stays a project's for so long. */
export const domainKeptDays = 7
/** Looks in a row that must find the same fault before people are told: one may be a server that is being changed. */
export const domainFailuresToTell = 2
/** Members are warned so long before an uploaded certificate runs out, and when it has; the installation renews its own at the first. */
export const certificateWarningDays: readonly number[] = [0, 7, 30]
/** Of one name, who issued it, and so on. */
export const chainMost = 10
