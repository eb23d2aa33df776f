import { authDefaults, authSettingNames, type AuthOverview, isSecretSetting, secretSettingNames } from '@colonnade/contracts/auth/auth-settings'
import { expect, test } from 'vitest'
import { providerForms } from '../pages/provider-forms.ts'
import { smtpPage, urlConfigurationPage } from '../pages/service-pages.ts'
import { sessionsPage } from '../pages/session-pages.ts'
import { type Sent, type SettingWords, type Typed, wordsOf } from './definition.ts'
import { changesSchema, otherChanges, typedOf } from './draft.ts'

const overviewOf = (changes: Partial<AuthOverview> = {}): AuthOverview => ({
  revision: 1,
  leaked_passwords: 'service',
  values: {
    ...(Object.fromEntries(
      authSettingNames.filter((name) => !isSecretSetting(name)).map((name) => [name, authDefaults[name]]),
    ) as AuthOverview['values']),
    ...changes.values,
  },
  secrets: { ...Object.fromEntries(secretSettingNames.map((name) => [name, false])), ...changes.secrets },
  changes: changes.changes ?? {},
})
const wordsFor = (id: string) => wordsOf(providerForms.find((form) => form.id === id)!.sections)

function send(words: readonly SettingWords[], typed: Typed, overview = overviewOf()): Sent | Record<string, string> {
  const read = changesSchema(words, overview).safeParse({ ...typedOf(words, overview.values), ...typed })
  return read.success ? read.data : Object.fromEntries(read.error.issues.map(({ path, message }) => [String(path[0]), message]))
}

test('only what differs is sent: numbers as numbers, lists with commas', () => {
  expect(send(wordsOf(sessionsPage.sections), {})).toEqual({})
  expect(send(wordsOf(sessionsPage.sections), { jwt_exp: ' 7200 ', sessions_timebox: '0.5', sessions_single_per_user: true })).toEqual({
    jwt_exp: 7_200,
    sessions_timebox: 0.5,
    sessions_single_per_user: true,
  })
  expect(send(wordsOf(urlConfigurationPage.sections), { uri_allow_list: 'https://{a,b}.example.com/**\n\n myapp://x ' })).toEqual({
    uri_allow_list: 'https://{a,b}.example.com/**,myapp://x',
  })
})

test('what the contract refuses is said at its field', () => {
  const sessions = wordsOf(sessionsPage.sections)
  expect(send(sessions, { jwt_exp: '59', security_refresh_token_reuse_interval: '1.5', sessions_timebox: 'long' })).toEqual({
    jwt_exp: 'Use a number between 60 and 604,800',
    security_refresh_token_reuse_interval: 'Enter a whole number',
    sessions_timebox: 'Enter a number',
  })
  expect(send(wordsOf(urlConfigurationPage.sections), { site_url: 'javascript:x', uri_allow_list: 'https://[a' })).toEqual({
    site_url: expect.stringMatching(/scheme/),
    uri_allow_list: expect.stringMatching(/^"https:\/\/\[a"/),
  })
})

test('settings that make no sense beside each other are refused, counting secrets that are set', () => {
  expect(send(wordsFor('github'), { external_github_enabled: true })).toEqual({
    external_github_client_id: 'Enter the client ID to enable this provider',
    external_github_secret: 'Enter the client secret to enable this provider',
  })
  const kept = overviewOf({ secrets: { external_github_secret: true } })
  expect(send(wordsFor('github'), { external_github_enabled: true, external_github_client_id: 'id' }, kept)).toEqual({
    external_github_enabled: true,
    external_github_client_id: 'id',
  })
  expect(send(wordsOf(smtpPage.sections), { smtp_host: 'smtp.example.com' })).toMatchObject({ smtp_port: 'Enter the port of the mail server' })
})

test('a secret is sent when it is typed, removed when it is asked for, and else left alone', () => {
  const kept = overviewOf({ secrets: { smtp_pass: true } })
  const words = wordsOf(smtpPage.sections)
  expect(send(words, { smtp_user: 'u' }, kept)).toEqual({ smtp_user: 'u' })
  expect(send(words, { smtp_pass: ' with spaces ' }, kept)).toEqual({ smtp_pass: ' with spaces ' })
  expect(send(words, { smtp_pass: null }, kept)).toEqual({ smtp_pass: null })
})

test('what is not shown is not sent', () => {
  expect(send(wordsFor('phone'), { sms_provider: 'vonage', sms_vonage_from: 'Acme', sms_twilio_account_sid: 'AC1' })).toEqual({
    sms_provider: 'vonage',
    sms_vonage_from: 'Acme',
  })
})

test('what somebody else changed is told, with what one edited too; secrets by when they were changed', () => {
  const words = wordsOf(smtpPage.sections)
  const since = overviewOf()
  const changed = { changed_at: '2026-11-27T10:00:00.000Z', changed_by: null }
  const now = {
    ...overviewOf({ values: { smtp_host: 'mail.example.com', smtp_port: '587', jwt_exp: 60 }, changes: { smtp_pass: changed } }),
    revision: 2,
  }
  const typed = { ...typedOf(words, since.values), smtp_host: 'smtp.example.com', smtp_port: '587' }
  expect(otherChanges(words, since, now, typed)).toEqual([
    { name: 'smtp_host', label: 'Host', from: 'none', to: 'mail.example.com', isEditedHere: true },
    { name: 'smtp_port', label: 'Port', from: 'none', to: '587', isEditedHere: false },
    { name: 'smtp_pass', label: 'Password', from: null, to: null, isEditedHere: false },
  ])
  expect(otherChanges(words, since, { ...now, revision: 1 }, typed)).toEqual([])
})
