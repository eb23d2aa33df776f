import commonPasswords from 'fxa-common-password-list'

export const wellKnownText = 'This is one of the most common passwords'

/** Whether it is among the passwords of eight characters and more that are used most, whatever its case. */
export const isWellKnown = (password: string): boolean => commonPasswords.test(password) || commonPasswords.test(password.toLowerCase())
