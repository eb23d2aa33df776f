import { pages } from '../../../paths.ts'

/** A setting or tab of a page. */
export interface PagePart {
  readonly label: string
  /** More words that find it. */
  readonly synonyms?: string
  /** Its place in the page: what follows the page's address. */
  readonly at?: string
}

/** What is on pages, by page: the headings of their settings, and their tabs. */
export const pageParts: Readonly<Record<string, readonly PagePart[]>> = {
  [pages.auth.smtp]: [{ label: 'Sent emails', at: '?tab=emails', synonyms: 'mail log delivery' }],
  [pages.auth.sessions]: [
    { label: 'Access token expiry', synonyms: 'jwt lifetime' },
    { label: 'Refresh tokens', synonyms: 'rotation reuse' },
    { label: 'User sessions', synonyms: 'timeout inactivity single session' },
  ],
  [pages.auth.mfa]: [
    { label: 'Authenticator app', synonyms: 'totp' },
    { label: 'Passkeys', synonyms: 'webauthn security key' },
  ],
  [pages.auth.providers]: [
    { label: 'Email sign-in', synonyms: 'password confirmation' },
    { label: 'Phone sign-in', synonyms: 'sms otp codes test numbers' },
    { label: 'SAML 2.0', synonyms: 'sso single sign-on' },
    { label: 'Web3 wallets', synonyms: 'ethereum solana' },
    { label: 'Custom providers', synonyms: 'oidc oauth' },
  ],
  [pages.auth.protection]: [
    { label: 'CAPTCHA', synonyms: 'bots turnstile hcaptcha' },
    { label: 'Password strength', synonyms: 'leaked passwords minimum length' },
  ],
  [pages.auth.urlConfiguration]: [{ label: 'Redirect URLs', synonyms: 'callback allow list site url' }],
  [pages.auth.advanced]: [{ label: 'OAuth server', synonyms: 'identity provider' }],
  [pages.project.storagePolicies]: [{ label: 'Test storage access', at: '?tab=test', synonyms: 'try policies' }],
  [pages.project.realtimePolicies]: [{ label: 'Test channel access', at: '?tab=test', synonyms: 'try policies' }],
  [pages.settings.general]: [
    { label: 'Project ref', synonyms: 'id identifier' },
    { label: 'Restart project', synonyms: 'reboot' },
    { label: 'Pause project', synonyms: 'stop suspend' },
    { label: 'Pause when idle', synonyms: 'sleep asleep wake' },
    { label: 'Transfer project', synonyms: 'move organization' },
    { label: 'Delete project', synonyms: 'remove' },
  ],
  [pages.settings.compute]: [
    { label: 'Compute size', synonyms: 'resize cpu memory ram' },
    { label: 'Disk', synonyms: 'space storage' },
  ],
  [pages.settings.infrastructure]: [
    { label: 'Read replicas', synonyms: 'replica region' },
    { label: 'Postgres version', synonyms: 'upgrade major' },
  ],
  [pages.settings.addons]: [
    { label: 'Point-in-time recovery add-on', at: '?panel=pitr', synonyms: 'pitr' },
    { label: 'Custom domain', at: '?panel=custom_domain', synonyms: 'dns certificate hostname' },
    { label: 'Dedicated IPv4 address', at: '?panel=ipv4' },
    { label: 'Compute add-on', at: '?panel=compute_instance', synonyms: 'size upgrade' },
  ],
  [pages.settings.apiKeys]: [{ label: 'Legacy API keys', at: '?tab=legacy', synonyms: 'anon service_role' }],
  [pages.settings.database]: [
    { label: 'Database password', synonyms: 'reset credentials' },
    { label: 'Connection pooler', at: '#connection-pooler', synonyms: 'pool mode transaction session pgbouncer supavisor' },
    { label: 'Connection limits', synonyms: 'max connections pool size' },
    { label: 'TLS', synonyms: 'ssl enforce encryption certificate' },
    { label: 'Network restrictions', synonyms: 'ip allow list firewall' },
    { label: 'Timeouts', synonyms: 'statement timeout lock idle' },
  ],
  [pages.settings.api]: [
    { label: 'Exposed tables and functions', at: '?tab=exposure', synonyms: 'grants api schemas' },
    { label: 'Schema cache', synonyms: 'reload' },
    { label: 'Role timeouts', synonyms: 'statement timeout' },
    { label: 'Default grants', synonyms: 'privileges' },
  ],
  [pages.settings.storage]: [
    { label: 'Upload size limit', synonyms: 'max file size' },
    { label: 'S3 access keys', synonyms: 'credentials' },
  ],
  [pages.organization.billing]: [
    { label: 'Plan', synonyms: 'upgrade downgrade subscription pro free' },
    { label: 'Spend cap', synonyms: 'budget limit overage' },
    { label: 'Payment method', synonyms: 'credit card' },
    { label: 'Invoices', synonyms: 'receipts bills' },
    { label: 'Billing details', synonyms: 'address tax vat email' },
  ],
  [pages.organization.team]: [
    { label: 'Organization roles', synonyms: 'custom permissions' },
    { label: 'Pending invitations', synonyms: 'invited' },
    { label: 'Require two-step sign-in', synonyms: 'mfa 2fa enforce' },
  ],
  [pages.organization.integrations]: [{ label: 'Webhooks', synonyms: 'deliveries events endpoint' }],
  [pages.organization.general]: [
    { label: 'Organization name', synonyms: 'rename' },
    { label: 'Organization slug', synonyms: 'url' },
    { label: 'Transfer organization', synonyms: 'owner' },
    { label: 'Delete organization', synonyms: 'remove' },
  ],
  [pages.account.me]: [{ label: 'Feature previews', at: '#feature-previews', synonyms: 'beta experimental alpha flags' }],
  [pages.account.security]: [
    { label: 'Change password', synonyms: 'reset' },
    { label: 'Your passkeys', synonyms: 'webauthn' },
    { label: 'Two-step sign-in', synonyms: 'mfa 2fa totp authenticator recovery codes' },
    { label: 'Your sessions', synonyms: 'devices sign out everywhere' },
    { label: 'Linked accounts', synonyms: 'google github identities' },
  ],
}
