import type { SettingPage } from '../kit/definition.ts'

export const projectAuthPage: SettingPage = {
  title: 'Authentication',
  description: 'Who can become a user of this project.',
  sections: [
    {
      title: 'Sign-ups',
      settings: [
        {
          name: 'disable_signup',
          label: 'Disable new sign-ups',
          hint: 'Existing users can still sign in, and you can still create and invite users.',
        },
        {
          name: 'external_anonymous_users_enabled',
          label: 'Allow anonymous sign-ins',
          hint: 'Anonymous users have the authenticated role. In policies, check the is_anonymous claim to tell them apart.',
        },
        {
          name: 'security_manual_linking_enabled',
          label: 'Allow manual linking',
          hint: 'Signed-in users can link more identities to their account with linkIdentity().',
        },
      ],
    },
  ],
}

export const smtpPage: SettingPage = {
  title: 'SMTP',
  description: 'The mail server that sends emails to your users. Without one, emails aren’t sent and stay in this project’s inbox.',
  sections: [
    {
      title: 'Sender',
      settings: [
        { name: 'smtp_admin_email', label: 'Sender email', placeholder: 'no-reply@example.com' },
        { name: 'smtp_sender_name', label: 'Sender name', placeholder: 'Acme' },
      ],
    },
    {
      title: 'Server',
      settings: [
        { name: 'smtp_host', label: 'Host', placeholder: 'smtp.example.com', hint: 'Leave empty to turn off sending.' },
        { name: 'smtp_port', label: 'Port', placeholder: '587', hint: '465 uses TLS from the start, 587 and 25 upgrade to it.' },
        { name: 'smtp_user', label: 'User name' },
        { name: 'smtp_pass', label: 'Password' },
        { name: 'smtp_max_frequency', label: 'Minimum interval between emails', unit: 'seconds', hint: 'For each user.' },
      ],
    },
  ],
}

export const advancedPage: SettingPage = {
  title: 'Advanced',
  description: 'Limits of the auth service, and sign-in to other apps with accounts of this project.',
  sections: [
    {
      title: 'Requests',
      settings: [{ name: 'api_max_request_duration', label: 'Maximum request duration', unit: 'seconds', hint: 'Longer requests are canceled.' }],
    },
    {
      title: 'Database connections',
      settings: [
        { name: 'db_max_pool_size', label: 'Maximum connections', hint: 'The most connections the auth service opens to the database.' },
        {
          name: 'db_max_pool_size_unit',
          label: 'Counted in',
          options: { connections: 'Connections', percent: 'Percent of all connections' },
          none: 'Connections (default)',
        },
      ],
    },
    {
      title: 'OAuth server',
      settings: [
        {
          name: 'oauth_server_enabled',
          label: 'Enable the OAuth 2.1 server',
          hint: 'Lets users sign in to other apps with their account in this project.',
        },
        {
          name: 'oauth_server_allow_dynamic_registration',
          label: 'Allow dynamic client registration',
          hint: 'Any app can register itself, as MCP clients do.',
        },
        {
          name: 'oauth_server_authorization_path',
          label: 'Authorization path',
          placeholder: '/oauth/consent',
          hint: 'Path of your app’s consent page, relative to the site URL.',
        },
      ],
    },
  ],
}

export const urlConfigurationPage: SettingPage = {
  title: 'URL Configuration',
  description: 'Where users go after they sign in or follow a link in an email.',
  sections: [
    {
      title: 'URLs',
      settings: [
        {
          name: 'site_url',
          label: 'Site URL',
          placeholder: 'https://example.com',
          hint: 'Where users go when no redirect is requested, or it isn’t allowed. All paths of this site are allowed.',
        },
        {
          name: 'uri_allow_list',
          label: 'Redirect URLs',
          placeholder: 'https://*.example.com/**\nmyapp://callback',
          hint: 'Other allowed URLs, one per line. * matches up to the next . or /, ** matches anything, ? one character, {a,b} either one.',
        },
      ],
    },
    {
      title: 'Links in emails',
      settings: [
        {
          name: 'mailer_confirm_page_enabled',
          label: 'Ask before a link is used',
          hint: 'Shows a confirmation page first, so that email scanners don’t use up the link.',
        },
      ],
    },
  ],
}
