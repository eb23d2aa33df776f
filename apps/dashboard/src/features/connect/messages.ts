/** Spec §4. */
export const inactiveText = 'Project is currently not active and cannot be connected'

/** Spec §8. */
export const settingsFailedText = 'Failed to retrieve database settings'

/** Spec §9. */
export const noPrepareText = 'The transaction pooler does not support PREPARE statements.'

/** Of a replica that comes up, or does not run. */
export const noAddressText = 'The replica has no address as long as it is not up.'

/** Of a project on an external server. */
export const notServedText =
  'A project on an external server has no data API yet: these files are what they would be. Its database can be used directly.'

/** Spec §6: without the permission to read service keys. */
export const withoutKeysText =
  'The API URL and the anon key are placeholders here: seeing them takes the permission service_keys:read, which your role does not have.'

/** @param user whom the shared pooler takes one for by its own name: "postgres.abc" */
export const domainText = (user: string): string =>
  `By the project’s own domain, as a role alone: TLS tells the name, so the connection must be encrypted. Without TLS, or past that name, the user is ${user}.`

export const encryptedOnlyText =
  'The project takes encrypted connections only: connect with sslmode=require, or verify-full with the certificate of the database settings.'
