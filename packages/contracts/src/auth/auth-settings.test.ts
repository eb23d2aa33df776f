import { describe, expect, test } from 'vitest'
import {
  authDefaults,
  type AuthConfigChanges as Changes,
  AuthConfig,
  AuthConfigChanges,
  authFieldOf,
  authSettingNames,
  completeAuthSettings,
  findValueProblem,
  secretSettingNames,
} from './auth-settings.ts'
import { findSettingProblems } from './setting-rules.ts'

/** The keys of `AuthConfigResponse` in supabase-management-js 2.0.2. */
const ecosystemNames: readonly string[] = `
api_max_request_duration db_max_pool_size db_max_pool_size_unit disable_signup external_anonymous_users_enabled
external_apple_additional_client_ids external_apple_client_id external_apple_email_optional external_apple_enabled external_apple_secret
external_azure_client_id external_azure_email_optional external_azure_enabled external_azure_secret external_azure_url
external_bitbucket_client_id external_bitbucket_email_optional external_bitbucket_enabled external_bitbucket_secret external_discord_client_id
external_discord_email_optional external_discord_enabled external_discord_secret external_email_enabled external_facebook_client_id
external_facebook_email_optional external_facebook_enabled external_facebook_secret external_figma_client_id external_figma_email_optional
external_figma_enabled external_figma_secret external_github_client_id external_github_email_optional external_github_enabled
external_github_secret external_gitlab_client_id external_gitlab_email_optional external_gitlab_enabled external_gitlab_secret external_gitlab_url
external_google_additional_client_ids external_google_client_id external_google_email_optional external_google_enabled external_google_secret
external_google_skip_nonce_check external_kakao_client_id external_kakao_email_optional external_kakao_enabled external_kakao_secret
external_keycloak_client_id external_keycloak_email_optional external_keycloak_enabled external_keycloak_secret external_keycloak_url
external_linkedin_oidc_client_id external_linkedin_oidc_email_optional external_linkedin_oidc_enabled external_linkedin_oidc_secret
external_notion_client_id external_notion_email_optional external_notion_enabled external_notion_secret external_phone_enabled
external_slack_client_id external_slack_email_optional external_slack_enabled external_slack_oidc_client_id external_slack_oidc_email_optional
external_slack_oidc_enabled external_slack_oidc_secret external_slack_secret external_spotify_client_id external_spotify_email_optional
external_spotify_enabled external_spotify_secret external_twitch_client_id external_twitch_email_optional external_twitch_enabled
external_twitch_secret external_twitter_client_id external_twitter_email_optional external_twitter_enabled external_twitter_secret
external_web3_ethereum_enabled external_web3_solana_enabled external_workos_client_id external_workos_enabled external_workos_secret
external_workos_url external_x_client_id external_x_email_optional external_x_enabled external_x_secret external_zoom_client_id
external_zoom_email_optional external_zoom_enabled external_zoom_secret hook_after_user_created_enabled hook_after_user_created_secrets
hook_after_user_created_uri hook_before_user_created_enabled hook_before_user_created_secrets hook_before_user_created_uri
hook_custom_access_token_enabled hook_custom_access_token_secrets hook_custom_access_token_uri hook_mfa_verification_attempt_enabled
hook_mfa_verification_attempt_secrets hook_mfa_verification_attempt_uri hook_password_verification_attempt_enabled
hook_password_verification_attempt_secrets hook_password_verification_attempt_uri hook_send_email_enabled hook_send_email_secrets
hook_send_email_uri hook_send_sms_enabled hook_send_sms_secrets hook_send_sms_uri jwt_exp mailer_allow_unverified_email_sign_ins
mailer_autoconfirm mailer_notifications_email_changed_enabled mailer_notifications_identity_linked_enabled
mailer_notifications_identity_unlinked_enabled mailer_notifications_mfa_factor_enrolled_enabled mailer_notifications_mfa_factor_unenrolled_enabled
mailer_notifications_password_changed_enabled mailer_notifications_phone_changed_enabled mailer_otp_exp mailer_otp_length
mailer_secure_email_change_enabled mailer_subjects_confirmation mailer_subjects_email_change mailer_subjects_email_changed_notification
mailer_subjects_identity_linked_notification mailer_subjects_identity_unlinked_notification mailer_subjects_invite mailer_subjects_magic_link
mailer_subjects_mfa_factor_enrolled_notification mailer_subjects_mfa_factor_unenrolled_notification mailer_subjects_password_changed_notification
mailer_subjects_phone_changed_notification mailer_subjects_reauthentication mailer_subjects_recovery mailer_templates_confirmation_content
mailer_templates_email_change_content mailer_templates_email_changed_notification_content mailer_templates_identity_linked_notification_content
mailer_templates_identity_unlinked_notification_content mailer_templates_invite_content mailer_templates_magic_link_content
mailer_templates_mfa_factor_enrolled_notification_content mailer_templates_mfa_factor_unenrolled_notification_content
mailer_templates_password_changed_notification_content mailer_templates_phone_changed_notification_content
mailer_templates_reauthentication_content mailer_templates_recovery_content mfa_max_enrolled_factors mfa_phone_enroll_enabled
mfa_phone_max_frequency mfa_phone_otp_length mfa_phone_template mfa_phone_verify_enabled mfa_totp_enroll_enabled mfa_totp_verify_enabled
mfa_web_authn_enroll_enabled mfa_web_authn_verify_enabled nimbus_oauth_client_id nimbus_oauth_client_secret nimbus_oauth_email_optional
oauth_server_allow_dynamic_registration oauth_server_authorization_path oauth_server_enabled password_hibp_enabled password_min_length
password_required_characters rate_limit_anonymous_users rate_limit_email_sent rate_limit_otp rate_limit_sms_sent rate_limit_token_refresh
rate_limit_verify rate_limit_web3 refresh_token_rotation_enabled saml_allow_encrypted_assertions saml_enabled saml_external_url
security_captcha_enabled security_captcha_provider security_captcha_secret security_manual_linking_enabled security_refresh_token_reuse_interval
security_sb_forwarded_for_enabled security_update_password_require_reauthentication sessions_inactivity_timeout sessions_single_per_user
sessions_tags sessions_timebox site_url sms_autoconfirm sms_max_frequency sms_messagebird_access_key sms_messagebird_originator sms_otp_exp
sms_otp_length sms_provider sms_template sms_test_otp sms_test_otp_valid_until sms_textlocal_api_key sms_textlocal_sender sms_twilio_account_sid
sms_twilio_auth_token sms_twilio_content_sid sms_twilio_message_service_sid sms_twilio_verify_account_sid sms_twilio_verify_auth_token
sms_twilio_verify_message_service_sid sms_vonage_api_key sms_vonage_api_secret sms_vonage_from smtp_admin_email smtp_host smtp_max_frequency
smtp_pass smtp_port smtp_sender_name smtp_user uri_allow_list`
  .trim()
  .split(/\s+/)

const secret = `v1,whsec_${'A'.repeat(43)}=`

describe('the table of settings', () => {
  test('has every key that tools of the ecosystem know, and these besides', () => {
    expect(ecosystemNames).toHaveLength(231)
    expect(authSettingNames).toEqual(expect.arrayContaining([...ecosystemNames]))
    expect(authSettingNames.filter((name) => !ecosystemNames.includes(name)).toSorted()).toEqual([
      'custom_oauth_enabled',
      'custom_oauth_max_providers',
      'mailer_confirm_page_enabled',
      'passkey_enabled',
      'webauthn_rp_display_name',
      'webauthn_rp_id',
      'webauthn_rp_origins',
    ])
  })

  test('knows what is secret', () => {
    expect(secretSettingNames.filter((name) => !/^(external_.*_secret|hook_.*_secrets)$/.test(name)).toSorted()).toEqual([
      'nimbus_oauth_client_secret',
      'security_captcha_secret',
      'sms_messagebird_access_key',
      'sms_textlocal_api_key',
      'sms_twilio_auth_token',
      'sms_twilio_verify_auth_token',
      'sms_vonage_api_secret',
      'smtp_pass',
    ])
    expect(secretSettingNames).toHaveLength(21 + 7 + 8)
    expect(secretSettingNames.every((name) => authDefaults[name] === '')).toBe(true)
  })

  test.for(authSettingNames)('%s can be set to its default', (name) => {
    expect(AuthConfigChanges.safeParse({ [name]: authDefaults[name] }).error).toBeUndefined()
    expect(AuthConfigChanges.parse({ [name]: null })).toEqual({ [name]: null })
  })

  test('has defaults that are right beside each other, and form a reply', () => {
    expect(findSettingProblems(authDefaults, new Set(authSettingNames))).toEqual([])
    expect(AuthConfig.parse({ ...authDefaults, revision: 0 })).toEqual({ ...authDefaults, revision: 0 })
    expect(completeAuthSettings({ jwt_exp: 60 })).toEqual({ ...authDefaults, jwt_exp: 60 })
  })

  test('knows no name of every object', () => {
    expect(authFieldOf('constructor')).toBeUndefined()
  })
})

describe('a change', () => {
  test.for<Changes>([
    { jwt_exp: 604_800, sessions_timebox: 0.5, sms_provider: 'vonage', security_captcha_provider: '' },
    { site_url: 'myapp://home', uri_allow_list: 'https://*.example.com/**,http://localhost:*' },
    { hook_send_email_uri: 'pg-functions://postgres/public/send_email', hook_send_sms_uri: 'https://example.com/hook' },
    { hook_send_sms_uri: 'http://localhost:9999/hook', hook_send_sms_secrets: `${secret}|${secret}` },
    { hook_send_sms_secrets: 'a'.repeat(64) },
    { smtp_port: '587', smtp_admin_email: 'auth@example.com', smtp_host: 'smtp.example.com', sms_test_otp: '15550100=123456,' },
    { mailer_subjects_recovery: '{{ .Data.name }}, reset your password' },
    { sessions_tags: 'web, mobile', sms_test_otp_valid_until: '2030-01-01T00:00:00Z' },
    { webauthn_rp_origins: 'https://app.example.com', external_keycloak_url: 'https://id.example.com/realms/main' },
    { password_required_characters: 'abc:ABC:0123:!@#\\:' },
  ])('%j is taken', (changes) => {
    expect(AuthConfigChanges.parse(changes)).toEqual(changes)
  })

  test('leaves out names that it doesn’t know', () => {
    expect(AuthConfigChanges.parse({ sign_ups: 1, revision: 3 })).toEqual({})
  })

  test.for<[string, unknown]>([
    ['jwt_exp', 604_801],
    ['jwt_exp', 1.5],
    ['jwt_exp', '3600'],
    ['sessions_timebox', -1],
    ['rate_limit_verify', 0],
    ['password_min_length', 73],
    ['mailer_otp_length', 11],
    ['disable_signup', 'yes'],
    ['sms_provider', 'carrier-pigeon'],
    ['site_url', 'javascript:alert(1)'],
    ['site_url', 'https://good.com@evil.com'],
    ['uri_allow_list', 'https://example.com/['],
    ['hook_send_sms_uri', 'http://example.com/hook'],
    ['hook_send_sms_uri', 'https://0x7f.1/hook'],
    ['hook_send_sms_uri', 'https://user@example.com/hook'],
    ['hook_send_sms_uri', 'pg-functions://postgres/public/f; drop table x'],
    ['hook_send_sms_uri', 'pg-functions://other/public/f'],
    ['hook_send_sms_secrets', 'whsec_short'],
    ['smtp_port', '0'],
    ['smtp_port', '70000'],
    ['smtp_host', 'smtp.example.com/x'],
    ['smtp_admin_email', 'auth@example.com\r\nBcc: x@example.com'],
    ['smtp_sender_name', 'Us\r\nBcc: x@example.com'],
    ['sms_test_otp', '15550100:123456'],
    ['sms_test_otp_valid_until', 'tomorrow'],
    ['mailer_subjects_recovery', '{{ .Foo }}'],
    ['mailer_templates_recovery_content', '<a href="{{ .Nope }}">x</a>'],
    ['mailer_templates_recovery_content', 'x'.repeat(50_001)],
    ['sms_template', '{{ .Token }}'],
    ['oauth_server_authorization_path', '//evil.com'],
    ['external_keycloak_url', 'ftp://example.com'],
    ['webauthn_rp_id', 'https://example.com'],
    ['webauthn_rp_id', '127.0.0.1'],
    ['webauthn_rp_origins', 'https://example.com/path'],
    ['sessions_tags', 'a b'],
    ['external_github_client_id', 'a\u0000b'],
  ])('of %s to %j is refused', ([name, value]) => {
    const { error } = AuthConfigChanges.safeParse({ [name]: value })
    expect(error?.issues.map(({ path }) => path)).toEqual([[name]])
  })

  test('of a template says where it is wrong and what it can use', () => {
    expect(findValueProblem('mailer_subjects_recovery', 'Hi {{ .Foo }}')).toBe(
      'Line 1, column 4: There is no variable .Foo. You can use .SiteURL .Email .Data .ConfirmationURL .Token .TokenHash .RedirectTo',
    )
  })
})

describe('settings beside each other', () => {
  test.for<[Parameters<typeof completeAuthSettings>[0], string]>([
    [{ external_github_enabled: true, external_github_secret: 'x' }, 'external_github_client_id'],
    [{ external_github_enabled: true, external_github_client_id: 'x' }, 'external_github_secret'],
    [{ external_keycloak_enabled: true, external_keycloak_client_id: 'x' }, 'external_keycloak_url'],
    [{ security_captcha_enabled: true, security_captcha_secret: 'x' }, 'security_captcha_provider'],
    [{ security_captcha_enabled: true, security_captcha_provider: 'hcaptcha' }, 'security_captcha_secret'],
    [{ hook_send_sms_enabled: true }, 'hook_send_sms_uri'],
    [{ hook_send_sms_enabled: true, hook_send_sms_uri: 'https://example.com' }, 'hook_send_sms_secrets'],
    [{ smtp_host: 'x', smtp_admin_email: 'x@example.com' }, 'smtp_port'],
    [{ smtp_host: 'x', smtp_port: '25' }, 'smtp_admin_email'],
    [{ external_phone_enabled: true, sms_provider: 'textlocal', sms_textlocal_api_key: 'x' }, 'sms_textlocal_sender'],
    [{ db_max_pool_size: 101, db_max_pool_size_unit: 'percent' }, 'db_max_pool_size'],
    [{ webauthn_rp_id: 'example.com', webauthn_rp_origins: 'https://badexample.com' }, 'webauthn_rp_origins'],
  ])('%j lack %s', ([differences, setting]) => {
    const settings = completeAuthSettings(differences)
    expect(findSettingProblems(settings, new Set(Object.keys(differences)))).toEqual([{ setting, message: expect.any(String) as string }])
    expect(findSettingProblems(settings, new Set(['jwt_exp']))).toEqual([])
  })

  test.for([
    { external_google_enabled: true, external_google_client_id: 'x' },
    { hook_send_sms_enabled: true, hook_send_sms_uri: 'pg-functions://postgres/public/f' },
    { external_phone_enabled: true },
    { webauthn_rp_id: 'example.com', webauthn_rp_origins: 'https://app.example.com,https://example.com' },
  ])('%j are right', (differences) => {
    expect(findSettingProblems(completeAuthSettings(differences), new Set(Object.keys(differences)))).toEqual([])
  })
})
