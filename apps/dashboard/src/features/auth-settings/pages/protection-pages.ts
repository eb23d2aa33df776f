import type { SettingPage } from '../kit/definition.ts'

export const rateLimitsPage: SettingPage = {
  title: 'Rate Limits',
  description: 'How often people can sign up, sign in and receive messages.',
  sections: [
    {
      title: 'Messages',
      description: 'For the whole project.',
      settings: [
        { name: 'rate_limit_email_sent', label: 'Emails', unit: 'per hour' },
        { name: 'rate_limit_sms_sent', label: 'Text messages', unit: 'per hour' },
      ],
    },
    {
      title: 'Requests',
      description: 'Each IP address can make 30 requests at once. After that, its allowance refills at these rates.',
      settings: [
        { name: 'rate_limit_anonymous_users', label: 'Anonymous sign-ins', unit: 'per hour' },
        { name: 'rate_limit_token_refresh', label: 'Token refreshes', unit: 'per 5 minutes' },
        { name: 'rate_limit_verify', label: 'Verifications of codes and links', unit: 'per 5 minutes' },
        { name: 'rate_limit_otp', label: 'Sign-ups, sign-in codes and magic links', unit: 'per 5 minutes' },
        { name: 'rate_limit_web3', label: 'Web3 sign-ins', unit: 'per 5 minutes' },
      ],
    },
    {
      title: 'Client addresses',
      settings: [
        {
          name: 'security_sb_forwarded_for_enabled',
          label: 'Trust the Sb-Forwarded-For header',
          hint: 'For servers that sign users in on their behalf. Applies only to requests with a secret key.',
        },
      ],
    },
  ],
}

export const protectionPage: SettingPage = {
  title: 'Attack Protection',
  description: 'Block bots and leaked passwords.',
  sections: [
    {
      title: 'CAPTCHA',
      settings: [
        {
          name: 'security_captcha_enabled',
          label: 'Require a CAPTCHA',
          hint: 'For sign-ups, sign-ins, and requests for codes, links and password resets. Your app shows the CAPTCHA and sends its token.',
        },
        {
          name: 'security_captcha_provider',
          label: 'Provider',
          options: { hcaptcha: 'hCaptcha', turnstile: 'Turnstile by Cloudflare' },
          none: 'None',
        },
        { name: 'security_captcha_secret', label: 'Secret key', hint: 'From your CAPTCHA provider. The site key goes in your app.' },
      ],
    },
    {
      title: 'Passwords',
      settings: [
        {
          name: 'password_hibp_enabled',
          label: 'Prevent use of leaked passwords',
          hint: 'Refuses new passwords that appear in known leaks. The most common passwords are always refused.',
        },
      ],
    },
  ],
}
