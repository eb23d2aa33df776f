/** Texts of signing in as a user, and of editing one. */
export const signInAsTitle = (name: string): string => `Sign in as ${name}?`
export const signInAsText =
  'You get a session that lasts up to an hour and can’t be refreshed. It opens the user’s data, but can’t change the account. The token names you in its act claim, and the audit logs of the project and the organization record it.'
export const signedInAsTitle = (name: string): string => `Signed in as ${name}`
export const linkCaption = 'Link to your site URL. Open it in a private window, so that it doesn’t replace a session of yours.'
export const tokenCaption = 'Access token'
export const snippetCaption = 'For apps that use the PKCE flow, which don’t read sessions from links: run this with your app’s client'
export const snippetOf = (token: string): string => `await supabase.auth.setSession({ access_token: '${token}', refresh_token: 'not-refreshable' })`
export const memberSession = 'Started by a member'
export const passwordHint = 'Ends all of the user’s sessions.'
export const addressHint = 'Links and codes sent before stop working.'
export const confirmEmailLabel = 'Mark the email address as confirmed'
export const confirmPhoneLabel = 'Mark the phone number as confirmed'
