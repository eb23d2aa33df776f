/**
 * The claim, in tokens that the platform lends to members, that names the one service they open: the gateway refuses them for all others.
 * Nobody else can set it, because only a project's signing keys sign tokens.
 */
export const serviceClaim = 'colonnade_service'
/** The claim beside it, `read` or `write`: with a token to read, the service changes nothing. */
export const accessClaim = 'colonnade_access'
