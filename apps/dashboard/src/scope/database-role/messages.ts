/** Texts of the choice of a role. */
export const roleMessages = {
  searchUsers: 'Search by email, phone, name or ID',
  recent: 'Recent',
  users: 'Users',
  noUsers: 'This project has no users yet',
  noMatch: 'No matching email, phone number, name or ID',
  client: { anon: 'Not signed in', user: 'A user', service_role: 'service_role' },
  chooseUser: 'Choose a user first',
  assurance: 'Sign-in',
  aal1: 'One factor (aal1)',
  aal2: 'Two factors (aal2)',
  preview: 'Uses the claims of the user’s access token. Your custom access token hook doesn’t run, and session_id names no session.',
  previewThenCustomize:
    'Uses the claims of the user’s access token. Your custom access token hook doesn’t run; choose its function below to apply it. session_id names no session.',
} as const
