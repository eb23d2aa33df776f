/** Where others answer whom the service asks. */
export interface OutsideAddresses {
  readonly twilio: string
  readonly twilioVerify: string
  readonly messagebird: string
  readonly textlocal: string
  readonly vonage: string
  readonly hcaptcha: string
  readonly turnstile: string
  /** Before the first five characters of a hash. */
  readonly leakedPasswords: string
}

export const outsideAddresses: OutsideAddresses = {
  twilio: 'https://api.twilio.com',
  twilioVerify: 'https://verify.twilio.com',
  messagebird: 'https://rest.messagebird.com',
  textlocal: 'https://api.textlocal.in',
  vonage: 'https://rest.nexmo.com',
  hcaptcha: 'https://api.hcaptcha.com',
  turnstile: 'https://challenges.cloudflare.com',
  leakedPasswords: 'https://api.pwnedpasswords.com/range/',
}
