declare module 'fxa-common-password-list' {
  /** Mozilla's list of the 50,000 most used passwords of eight characters and more. */
  const commonPasswords: { test(password: string): boolean }
  export default commonPasswords
}
