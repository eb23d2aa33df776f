/** Bytes of a body (GoTrue takes 1 MB). */
export const bodyBytesMost = 1_000_000

/** Connections to one project's database at once. */
export const connectionsMost = 3

/** A project's connections are closed this long after the last call. */
export const idleMs = 30_000

/** Projects whose connections are remembered; the one that was called longest ago is forgotten first. */
export const projectsMost = 5_000

/** A statement or a transaction that takes longer is given up: the client is told `request_timeout` (GoTrue, `API_MAX_REQUEST_DURATION`). */
export const requestMostMs = 10_000

/** Characters of an email address and of a phone number as they are sent. */
export const emailMost = 255
export const phoneMost = 20

/** Bytes that bcrypt takes. */
export const passwordBytesMost = 72

/** Characters of a refresh token, of letters and digits: 62 bits (GoTrue's `SecureAlphanumeric(12)`, in base32). */
export const refreshTokenLength = 12

/** Seconds that a PKCE code can be exchanged (GoTrue, `FlowStateExpiryDuration`). */
export const flowStateSeconds = 300

/** Bytes of user_metadata and app_metadata each, as JSON: they are in every token. */
export const metadataBytesMost = 64 * 1024

/** Depth of what is nested in metadata. */
export const metadataDepthMost = 50
