import type { Sealing } from '../mails/sealed-mail.ts'

/** The form that `Secrets.seal` writes; anything else is a plain secret from elsewhere, such as a dump. */
const sealedForm = /^v1\.[0-9a-f]{8}\.[\w-]+$/

/** Where it is kept: sealed for this row of this project, a copy of the database can't use it. */
const placeOf = (ref: string, id: string): string => `custom_oauth_providers.client_secret.${ref}.${id}`

export const isSealed = (stored: string): boolean => sealedForm.test(stored)

/** Encrypts a client secret, so that whoever reads the table learns nothing. */
export const sealClientSecret = (secrets: Sealing, ref: string, id: string, secret: string): string => secrets.seal(secret, placeOf(ref, id))

/** Returns the client secret; null for one that was sealed for another project or another installation. */
export function openClientSecret(secrets: Sealing, ref: string, id: string, stored: string): string | null {
  if (!isSealed(stored)) return stored
  try {
    return secrets.open(stored, placeOf(ref, id))
  } catch {
    return null
  }
}
