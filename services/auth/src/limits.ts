/** Bytes of a body (GoTrue takes 1 MB). */
export const bodyBytesMost = 1_000_000

/** Connections to one project's database at once. */
export const connectionsMost = 3

/** A project's connections are closed this long after the last call. */
export const idleMs = 30_000

/** Projects whose connections are remembered; the one that was called longest ago is forgotten first. */
export const projectsMost = 5_000

/** A longer statement or transaction is cancelled: the client gets `request_timeout` (GoTrue, `API_MAX_REQUEST_DURATION`). */
export const requestMostMs = 10_000

/** Characters of an email address and of a phone number as they are sent. */
export const emailMost = 255
export const phoneMost = 20

/** Bytes that bcrypt takes. */
export const passwordBytesMost = 72

/** Seconds that a member of the project can be signed in as a user. */
export const memberSessionSecondsMost = 3_600

/** Characters of a refresh token, of letters and digits: 62 bits (GoTrue's `SecureAlphanumeric(12)`, in base32). */
export const refreshTokenLength = 12

/** Seconds that a PKCE code can be exchanged (GoTrue, `FlowStateExpiryDuration`). */
export const flowStateSeconds = 300

/** Bytes of user_metadata and app_metadata each, as JSON: they are in every token. */
export const metadataBytesMost = 64 * 1024

/** Depth of what is nested in metadata. */
export const metadataDepthMost = 50

/** Waits between attempts at sending a mail, in seconds; the last one repeats (decision 032). */
export const mailRetrySeconds = [30, 120, 600, 1_800, 3_600]

/** Bounds of the time until a project's outbox is looked at again, whatever its rows say. */
export const lookLeastMs = 1_000
export const lookMostMs = 3_600_000

/** Mails of one project that are sent at once. */
export const mailsAtOnce = 4

/** Mails of a project that are remembered, the newest of them. */
export const mailsKept = 1_000

/** Mails that one page is looked for among: whom they are to is sealed, so that no index has it. */
export const mailsScannedMost = 2_000
export const mailsReadAtOnce = 200

/** Projects whose mails are watched. */
export const mailNewsMost = 5_000

/** A test of a mail server that takes longer is given up. */
export const mailTestMostMs = 15_000

/** Seconds after which a notification is out of date. A mail with a code is useful as long as its code. */
export const noticeUsefulSeconds = 86_400

/** Projects whose mails are looked for at once when the service begins. */
export const looksAtOnce = 4

/** A provider of text messages, and one of captchas, is given up after this. */
export const smsDeadlineMs = 10_000
export const captchaDeadlineMs = 5_000

/** The service of leaked passwords is given up after this, and the password taken. */
export const leakedDeadlineMs = 1_000

/** All requests to a hook together, how many there may be, and what lies between them (GoTrue, `hookshttp`). */
export const hookMostMs = 5_000
export const hookTries = 3
export const hookPauseMs = 1_000

/** A hook that is a function of the database (GoTrue, `hookspgfunc`). */
export const hookQueryMostMs = 2_000

/** Bytes of what a hook answers. */
export const hookBytesMost = 200 * 1024

/** Calls of each hook that are remembered. */
export const hookCallsKept = 50

/** Templates that are kept parsed. */
export const templatesMost = 500

/** Characters of the name that users give a factor or a passkey (GoTrue: 120 of a passkey). */
export const friendlyNameMost = 120

/** Passkeys of one user (GoTrue, `GOTRUE_PASSKEY_MAX_PASSKEYS_PER_USER`). */
export const passkeysMost = 10
