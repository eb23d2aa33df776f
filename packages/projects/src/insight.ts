/**
 * The claim, `true` in tokens that the platform signs for members, that lets services show how they answer a request: its SQL, its plan, the
 * policies that apply. Nobody else can set it, because only a project's signing keys sign tokens. Services take it out of the claims that
 * the database sees.
 */
export const insightClaim = 'colonnade_insight'
