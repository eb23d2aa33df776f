import { formatNumber } from '../../lib/bytes.ts'

/** Texts of signing in as a user, and of editing one. */
export const signInAsTitle = (name: string): string => `Sign in as ${name}?`
export const signInAsText =
  'You get a session that lasts up to an hour and can’t be refreshed. It opens the user’s data, but can’t change the account. The token names you in its act claim, and the audit logs of the project and the organization record it.'
export const signedInAsTitle = (name: string): string => `Signed in as ${name}`
export const linkCaption = 'Link to your site URL. Open it in a private window, so that it doesn’t replace your session.'
export const tokenCaption = 'Access token'
export const snippetCaption = 'For apps that use the PKCE flow, which don’t read sessions from links: run this with your app’s client'
export const snippetOf = (token: string): string => `await supabase.auth.setSession({ access_token: '${token}', refresh_token: 'not-refreshable' })`
export const memberSession = 'Started by a member'
export const passwordHint = 'Ends all of the user’s sessions.'
export const addressHint = 'Links and codes sent before stop working.'
export const confirmEmailLabel = 'Mark the email address as confirmed'
export const confirmPhoneLabel = 'Mark the phone number as confirmed'

export const bulkBarText = {
  ban: 'Ban',
  banned: 'banned',
  banBody: 'Signs them out and blocks sign-ins until you unban them.',
  unban: 'Unban',
  unbanned: 'unbanned',
  unbanBody: 'They can sign in again.',
  delete: 'Delete',
  deleted: 'deleted',
  deleteBody: 'Permanently deletes them with their sessions, factors and identities, and rows of your tables that cascade.',
  selectedUsers: 'Selected users',
  clearSelection: 'Clear selection',
  deletePhrase: (count: string) => `delete ${count}`,
  users: (count: number) => `${formatNumber(count)} ${count === 1 ? 'user' : 'users'}`,
  tooMany: (count: number) => `You can change at most ${formatNumber(count)} at once`,
  selected: (users: string) => `${users} selected`,
} as const

export const editUserText = {
  userSaved: 'User saved',
  edit: (user: string) => `Edit ${user}`,
  cancel: 'Cancel',
  saveUser: 'Save user',
  emailAddress: 'Email address',
  phoneNumber: 'Phone number',
  phoneHint: 'Include the country code: +49 151 23456789',
  newPassword: 'New password',
} as const

export const firstUserText = {
  noUsersYet: 'No users yet',
  openInbox: 'Open inbox',
  hint: 'Users appear here when they sign up in your app. Create, invite or import them with “Add user”, or sign up the first one with this code. Until you set up a mail server, emails to them are in the project’s inbox.',
  code: 'sign-up code',
} as const

export const inviteDialogText = {
  title: 'Invite user',
  description: 'Sends an email with a link for their first sign-in.',
  invitationSent: 'Invitation sent',
  sendInvitation: 'Send invitation',
  emailAddress: 'Email address',
} as const

export const newUserPanelText = {
  userCreated: 'User created',
  newUser: 'New user',
  description: 'Enter an email address, a phone number, or both.',
  cancel: 'Cancel',
  createUser: 'Create user',
  emailAddress: 'Email address',
  phoneNumber: 'Phone number',
  phoneHint: 'Include the country code: +49 151 23456789',
  password: 'Password',
  passwordHint: 'Without a password, the user signs in with links, codes or providers.',
  confirmed: 'Mark the address and number as confirmed',
} as const

export const signInAsDialogText = {
  confirm: 'Sign in as user',
  reason: 'Reason',
  reasonHint: 'Recorded in the audit logs, such as a ticket number.',
  subject: 'the link or token',
  ends: ' The session ends ',
  endSooner: '. You can end it sooner under Sessions.',
  done: 'Done',
  signLink: 'sign-in link',
  accessToken: 'access token',
  code: 'session code',
} as const

export const userActionsText = {
  oneDay: '1 day',
  oneWeek: '1 week',
  thirtyDays: '30 days',
  unlimited: 'Until lifted',
  editEmailPhonePassword: 'Edit email, phone or password',
  signUser: 'Sign in as user',
  sendMagicLink: 'Send magic link',
  sendRecovery: 'Send password reset',
  emailAddressConfirmed: 'Email address confirmed',
  confirmEmailAddress: 'Confirm email address',
  phoneNumberConfirmed: 'Phone number confirmed',
  confirmPhoneNumber: 'Confirm phone number',
  unbanned: 'User unbanned',
  unban: 'Unban user',
  banUser: 'Ban user',
  deleteUser: 'Delete user',
  banTitle: (user: string) => `Ban ${user}?`,
  banBody: 'The auth service refuses the user right away. An existing access token still works until it expires, by default within an hour.',
  userBanned: 'User banned',
  banFor: 'Duration',
  deleteTitle: (user: string) => `Delete ${user}?`,
  deleteBody: 'Also deletes the user’s sessions, factors and identities, and rows of your tables that cascade. You can’t undo this.',
  userDeleted: 'User deleted',
  keepRow: 'Keep an empty row, so that rows referencing the user stay',
  magicLinkTitle: 'Send magic link?',
  recoveryTitle: 'Send password reset?',
  sendEmail: 'Send email',
  emailSent: 'Email sent',
  actions: 'Actions',
  magicLinkBody: (email: string) => `Sends ${email} an email with a link that signs them in.`,
  recoveryBody: (email: string) => `Sends ${email} an email with a link to set a new password.`,
} as const

export const userFiltersText = {
  searchUsers: 'Search users',
  searchPlaceholder: 'ID, email, phone or name',
  searchMode: 'Search mode',
  beginsWith: 'Begins with',
  contains: 'Contains',
  state: 'State',
  allUsers: 'All users',
  provider: 'Provider',
  allProviders: 'All providers',
  created: 'Created',
  anyTime: 'Created any time',
  inPeriod: 'Created in a period',
  createdFrom: 'Created from',
  createdBefore: 'Created before',
} as const

export const userPanelText = {
  missing: 'The user was deleted, or the link is wrong.',
  user: 'User',
  close: 'Close',
  loading: 'Loading user',
  tabs: 'User details',
  overview: 'Overview',
  identities: 'Identities',
  sessions: 'Sessions',
  factors: 'Factors',
  emails: 'Emails',
  rawJSON: 'Raw JSON',
  logs: 'Logs',
} as const

export const userTableText = {
  selectThis: 'Select user',
  selectAll: (count: number) => `Select all ${formatNumber(count)} users shown`,
  users: 'Users',
  user: 'User',
  select: (user: string) => `Select ${user}`,
  phone: 'Phone',
  providers: 'Providers',
  created: 'Created',
  lastSignIn: 'Last sign-in',
  id: 'ID',
} as const

export const userWordsCopy = {
  deleted: 'Deleted',
  banned: 'Banned',
  anonymous: 'Anonymous',
  waiting: 'Not confirmed',
} as const

export const usersPageText = {
  users: 'Users',
  description: 'People who can sign in to your project.',
  export: 'Export',
  createUser: 'Create user',
  inviteEmail: 'Invite by email',
  importFile: 'Import from file',
  addUser: 'Add user',
  list: 'users',
  failed: 'Failed to load users',
  noMatch: 'No matching users',
  noBeginning: 'No ID, email address, phone number or name begins with that. Search with “Contains” instead, or change the filters.',
  changeSearchFilters: 'Change the search or the filters.',
  continueSearch: 'Continue search',
  showMore: 'Show more',
  stopped: 'The search stopped after three seconds. Users created earlier haven’t been searched yet.',
} as const
