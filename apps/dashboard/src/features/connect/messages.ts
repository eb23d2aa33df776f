/** Spec §4. */
export const inactiveText = 'Project is currently not active and cannot be connected'

/** Spec §8. */
export const settingsFailedText = 'Failed to retrieve database settings'

/** Spec §9. */
export const noPrepareText = 'The transaction pooler does not support PREPARE statements.'

/** For a replica that is starting or isn't running. */
export const noAddressText = 'The replica has no address until it’s running.'

/** For a project on an external server. */
export const notServedText =
  'Projects on an external server don’t have a data API yet. Connect to the database directly; these files show what the setup would look like.'

/** Spec §6: without the permission to read service keys. */
export const withoutKeysText =
  'The API URL and the anon key are placeholders. You need the permission service_keys:read to see them, which your role doesn’t have.'

/** @param user the user name for the shared pooler, such as "postgres.abc" */
export const domainText = (user: string): string =>
  `Through the project’s custom domain, the user is the role name. This requires TLS. Without TLS or the domain, the user is ${user}.`

export const encryptedOnlyText =
  'This project accepts only encrypted connections. Use sslmode=require, or verify-full with the certificate from the database settings.'
