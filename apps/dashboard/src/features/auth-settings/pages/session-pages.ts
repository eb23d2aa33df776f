import type { SettingPage } from '../kit/definition.ts'

export const sessionsPage: SettingPage = {
  title: 'Sessions',
  description: 'How long users stay signed in, and how their tokens are renewed.',
  sections: [
    {
      title: 'Access tokens',
      settings: [
        {
          name: 'jwt_exp',
          label: 'Access token expiry',
          unit: 'seconds',
          hint: 'Clients renew the token before it expires. An issued token is valid until then, even after signing out.',
        },
      ],
    },
    {
      title: 'Refresh tokens',
      settings: [
        {
          name: 'refresh_token_rotation_enabled',
          label: 'Detect and revoke compromised refresh tokens',
          hint: 'Each refresh token works once. Using an old one ends the session.',
        },
        {
          name: 'security_refresh_token_reuse_interval',
          label: 'Reuse interval',
          unit: 'seconds',
          hint: 'How long a used refresh token keeps working, so that parallel tabs and retries don’t sign users out.',
        },
      ],
    },
    {
      title: 'User sessions',
      settings: [
        {
          name: 'sessions_single_per_user',
          label: 'Single session per user',
          hint: 'Signing in ends the user’s other sessions.',
        },
        {
          name: 'sessions_tags',
          label: 'Session tags',
          placeholder: 'web\nmobile',
          hint: 'One per line. With tags, a user has a single session for each tag.',
          when: ({ sessions_single_per_user: isSingle }) => isSingle === true,
        },
        {
          name: 'sessions_timebox',
          label: 'Time-box user sessions',
          unit: 'hours',
          hint: 'Users sign in again after this long.',
          none: '0 for no limit.',
        },
        {
          name: 'sessions_inactivity_timeout',
          label: 'Inactivity timeout',
          unit: 'hours',
          hint: 'Users sign in again after this long without activity.',
          none: '0 for no limit.',
        },
      ],
    },
  ],
}

export const mfaPage: SettingPage = {
  title: 'Multi-Factor',
  description: 'Second factors and passkeys.',
  sections: [
    {
      title: 'Factors',
      settings: [{ name: 'mfa_max_enrolled_factors', label: 'Factors per user', hint: 'The most factors a user can enroll.' }],
    },
    {
      title: 'Authenticator app',
      description: 'Codes from an app (TOTP).',
      settings: [
        { name: 'mfa_totp_enroll_enabled', label: 'Allow enrolling authenticator apps' },
        { name: 'mfa_totp_verify_enabled', label: 'Accept authenticator codes' },
      ],
    },
    {
      title: 'Phone',
      description: 'Codes by text message. Needs an SMS provider.',
      settings: [
        { name: 'mfa_phone_enroll_enabled', label: 'Allow enrolling phones' },
        { name: 'mfa_phone_verify_enabled', label: 'Accept phone codes' },
        { name: 'mfa_phone_otp_length', label: 'Code length', unit: 'digits' },
        { name: 'mfa_phone_template', label: 'Message', hint: 'Variable: {{ .Code }}' },
        { name: 'mfa_phone_max_frequency', label: 'Minimum interval between messages', unit: 'seconds', hint: 'For each user.' },
      ],
    },
    {
      title: 'Security key',
      description: 'Security keys and passkeys as a second factor (WebAuthn).',
      settings: [
        { name: 'mfa_web_authn_enroll_enabled', label: 'Allow enrolling security keys' },
        { name: 'mfa_web_authn_verify_enabled', label: 'Accept security keys' },
      ],
    },
    {
      title: 'Passkeys',
      settings: [
        { name: 'passkey_enabled', label: 'Sign in with passkeys', hint: 'A passkey replaces the password.' },
        { name: 'webauthn_rp_display_name', label: 'App name', placeholder: 'Acme', hint: 'Shown by browsers when a user creates a passkey.' },
        {
          name: 'webauthn_rp_id',
          label: 'Relying party ID',
          placeholder: 'example.com',
          hint: 'Host name your passkeys belong to. If you change it, existing passkeys stop working.',
        },
        {
          name: 'webauthn_rp_origins',
          label: 'Allowed origins',
          placeholder: 'https://app.example.com',
          hint: 'Origins of the pages that use passkeys, one per line.',
        },
      ],
    },
  ],
}
