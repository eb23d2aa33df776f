import { authDefaults, authFields } from '@colonnade/contracts/auth/auth-settings'
import { sampleLink, sampleUser, sampleValues } from '@colonnade/contracts/auth/mail-templates/sample-values'
import type { TemplateField } from '@colonnade/contracts/auth/setting-field'
import { expect, test } from 'vitest'
import { mailForms, noticeForms } from '../pages/mail-forms.ts'
import { mailHints } from './mail-hints.ts'
import { renderPreview } from './preview.ts'

const text = `<p>Confirm your address to finish creating your account. <a href="${sampleLink}">Confirm</a></p>`
const hintsOf = (changes: Partial<Parameters<typeof mailHints>[0]>) =>
  mailHints({ subject: 'Confirm your address', html: text, hasLink: true, ...changes })

test('the mails that come with it have nothing to be said about them', () => {
  const values = sampleValues(sampleUser, 'https://example.com')
  for (const { subject, body, variables } of [...mailForms, ...noticeForms]) {
    const [line, html] = [subject, body].map((name) => renderPreview(String(authDefaults[name]), authFields[name] as TemplateField, values)!)
    expect([subject, mailHints({ subject: line!, html: html!, hasLink: variables.includes('Token') })]).toEqual([subject, []])
  }
})

test.for([
  [{ subject: 'CONFIRM NOW' }, /capitals/],
  [{ subject: 'Confirm!!' }, /Exclamation/],
  [{ subject: 'You are a winner' }, /advertising/],
  [{ subject: 'a'.repeat(71) }, /longer/],
  [{ html: `<style>p { color: red; margin: 0 auto }</style><a href="${sampleLink}">Go</a>` }, /hardly any text/],
  [{ html: '<p>Welcome to our app, and have a good time with it.</p>' }, /neither the link nor the code/],
  [{ html: `${text}<a href="https://bit.ly/x">more</a>` }, /Shortened/],
  [{ html: `${text}<a href="http://192.0.2.1/x">more</a>` }, /IP address/],
  [{ html: `${text}<img src="https://example.com/logo.png">` }, /alternative text/],
  [{ html: `${text}<form></form>` }, /remove scripts/],
] as const)('%j gets a hint', ([changes, hint]) => {
  expect(hintsOf(changes)).toEqual([expect.stringMatching(hint)])
})

test('a value that looks like HTML stays text in the preview', () => {
  const field = { form: 'html', variables: ['Email'] } as const
  const values = sampleValues({ email: '<b>x</b>', data: {} }, 'https://example.com')
  expect(renderPreview('<p>{{ .Email }}</p>', field, values)).toBe('<p>&lt;b&gt;x&lt;/b&gt;</p>')
  expect(renderPreview('{{ .Nothing }}', field, values)).toBeNull()
})
