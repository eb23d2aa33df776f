import { authFields, authSettingNames } from '@colonnade/contracts/auth/auth-settings'
import { expect, test } from 'vitest'
import { wordsOf, type SettingWords } from '../kit/definition.ts'
import { hookForms } from './hook-forms.ts'
import { mailForms, noticeForms } from './mail-forms.ts'
import { protectionPage, rateLimitsPage } from './protection-pages.ts'
import { customForm, providerForms } from './provider-forms.ts'
import { advancedPage, projectAuthPage, smtpPage, urlConfigurationPage } from './service-pages.ts'
import { mfaPage, sessionsPage } from './session-pages.ts'

const pages: Readonly<Record<string, readonly SettingWords[]>> = {
  providers: [...providerForms, customForm].flatMap(({ sections }) => wordsOf(sections)),
  sessions: wordsOf(sessionsPage.sections),
  'rate-limits': wordsOf(rateLimitsPage.sections),
  templates: [...mailForms, ...noticeForms].flatMap(({ settings }) => settings),
  smtp: wordsOf(smtpPage.sections),
  mfa: wordsOf(mfaPage.sections),
  'url-configuration': wordsOf(urlConfigurationPage.sections),
  protection: wordsOf(protectionPage.sections),
  advanced: wordsOf(advancedPage.sections),
  hooks: hookForms.flatMap(({ settings }) => settings),
  settings: wordsOf(projectAuthPage.sections),
}

/** Tools of the ecosystem write them, and the auth service has no use for them. */
const withoutPlace = /^nimbus_/

test('every setting has one place, on the page that its field names', () => {
  const placed = Object.entries(pages).flatMap(([page, words]) => words.map(({ name }) => `${page} ${name}`))
  const expected = authSettingNames.filter((name) => !withoutPlace.test(name)).map((name) => `${authFields[name].page} ${name}`)
  expect(placed.sort()).toEqual(expected.sort())
})

test('every choice has words for its values', () => {
  const choices = Object.values(pages)
    .flat()
    .flatMap(({ name, options = {} }) => {
      const field = authFields[name]
      return field.kind === 'choice' ? [[name, Object.keys(options), [...field.choices]] as const] : []
    })
  for (const [name, worded, all] of choices) expect([name, worded]).toEqual([name, all])
  expect(choices).toHaveLength(3)
})

test('every number of seconds or hours is entered as a duration', () => {
  const durations = authSettingNames.filter((name) => /(_exp|_interval|_frequency|_timebox|_timeout|_duration)$/.test(name))
  const words = Object.values(pages).flat()
  for (const name of durations) expect([name, words.find((each) => each.name === name)?.unit]).toEqual([name, expect.stringMatching(/seconds|hours/)])
})
