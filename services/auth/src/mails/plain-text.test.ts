import { authDefaults } from '@colonnade/contracts/auth/auth-settings'
import { expect, test } from 'vitest'
import { composeMail } from './compose-mail.ts'
import { plainTextOf } from './plain-text.ts'

test.each([
  ['<h2>Hello</h2>\n<p>One &amp; two</p><p>Three</p>', 'Hello\n\nOne & two\n\nThree'],
  ['<p><a href="https://a.example/?x=1&amp;y=2" style="color: red">Sign in</a></p>', 'Sign in: https://a.example/?x=1&y=2'],
  ["<a href='https://a.example'>https://a.example</a>", 'https://a.example'],
  ['<a title="a > b" href=https://a.example>Go</a>', 'Go: https://a.example'],
  ['<head><title>No</title></head><style>p { color: red }</style><!-- <p>no</p> --><p>Yes</p><script>if (a < b) no()</script>', 'Yes'],
  ['<ul><li>One</li><li>Two</li></ul>', 'One\n\nTwo'],
  ['Line<br>break &#8212; &#x2014; &unknown; &#0;', 'Line\nbreak — — &unknown; &#0;'],
  ['<p>left open', 'left open'],
  ['a < b <3', 'a < b <3'],
  ['', ''],
])('%j reads as %j', (html, text) => {
  expect(plainTextOf(html)).toBe(text)
})

test('a long mail of signs that begin nothing is read in no time', () => {
  expect(plainTextOf('<'.repeat(200_000))).toHaveLength(200_000)
  expect(plainTextOf('<a'.repeat(100_000))).toBe('')
  expect(plainTextOf('&'.repeat(200_000))).toHaveLength(200_000)
})

const user = { id: 'x', email: 'ada@example.com', raw_user_meta_data: { name: 'Ada\r\nBcc: all@example.com', plan: '<b>' } }

test('a mail says what its template says, in HTML and as text', () => {
  const variables = { ConfirmationURL: 'https://p.example/verify?a=1&b=2', Token: '123456' }
  const mail = composeMail(authDefaults, { kind: 'confirmation', user, variables })
  expect(mail.subject).toBe('Confirm your email address')
  expect(mail.html).toContain('href="https://p.example/verify?a=1&amp;b=2"')
  expect(mail.text).toContain('Confirm email address: https://p.example/verify?a=1&b=2')
  expect(mail.text).toContain('Or enter this code: 123456')
})

test('values of users add no header, and no HTML', () => {
  const settings = { ...authDefaults, mailer_subjects_invite: 'Hello {{ .Data.name }}', mailer_templates_invite_content: '<p>{{ .Data.plan }}</p>' }
  const mail = composeMail(settings, { kind: 'invite', user, variables: {} })
  expect(mail).toEqual({ subject: 'Hello Ada Bcc: all@example.com', html: '<p>&lt;b&gt;</p>', text: '<b>' })
})

test('a template that can not be used says what it says by default', () => {
  const settings = { ...authDefaults, mailer_templates_recovery_content: '{{ .Nothing }}', mailer_subjects_recovery: 'Yours' }
  const mail = composeMail(settings, { kind: 'recovery', user, variables: {} })
  expect(mail.subject).toBe('Yours')
  expect(mail.text).toContain('Reset your password')
})
