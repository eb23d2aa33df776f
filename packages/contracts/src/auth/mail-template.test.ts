import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseTemplate, renderedMost, renderTemplate, type TemplateRules, type TemplateValues } from './mail-template.ts'
import { mailTexts, noticeTexts } from './mail-texts.ts'

const html: TemplateRules = { form: 'html', variables: ['SiteURL', 'Email', 'Data', 'ConfirmationURL', 'Token', 'RedirectTo'] }
const text: TemplateRules = { ...html, form: 'text' }

const render = (source: string, values: TemplateValues, rules = html): string => {
  const parsed = parseTemplate(source, rules)
  if ('message' in parsed) throw new Error(parsed.message)
  return renderTemplate(parsed, values)
}
const problem = (source: string, rules = html) => {
  const parsed = parseTemplate(source, rules)
  return 'message' in parsed ? parsed : null
}

describe('a template', () => {
  test.for<[string, TemplateValues, string]>([
    ['Hello {{ .Email }}!', { Email: 'a@b.c' }, 'Hello a@b.c!'],
    ['{{.Email}}', { Email: 'x' }, 'x'],
    ['{{ .Data.plan.name }}', { Data: { plan: { name: 'Pro' } } }, 'Pro'],
    ['[{{ .Data.plan }}]', {}, '[]'],
    ['[{{ .Data.plan }}]', { Data: { plan: null } }, '[]'],
    ['{{ .Data.count }} {{ .Data.is }}', { Data: { count: 3, is: true } }, '3 true'],
    ['{{ .Data.toString }}{{ .Data.constructor }}', { Data: {} }, ''],
    ['{{ if .Token }}yes{{ else }}no{{ end }}', { Token: '1' }, 'yes'],
    ['{{ if .Token }}yes{{ else }}no{{ end }}', { Token: '' }, 'no'],
    ['{{ if .Data }}yes{{ end }}', { Data: {} }, ''],
    ['{{ if not .Token }}none{{ end }}', {}, 'none'],
    ['{{ if eq .Data.lang "de" "at" }}Hallo{{ else if eq .Data.lang "fr" }}Bonjour{{ else }}Hello{{ end }}', { Data: { lang: 'fr' } }, 'Bonjour'],
    ['{{ if ne .Data.n 3 }}other{{ else }}three{{ end }}', { Data: { n: 3 } }, 'three'],
    ['{{ if .Token }}{{ if .Email }}both{{ end }}{{ end }}', { Token: '1', Email: 'x' }, 'both'],
    ['a  {{- .Token -}}  b', { Token: '1' }, 'a1b'],
    ['a {{/* a note }} */}} b', {}, 'a  b'],
    ['{{ if eq .Token "}}" }}x{{ end }}', { Token: '}}' }, 'x'],
    ['no braces } } { {', {}, 'no braces } } { {'],
  ])('%s', ([source, values, expected]) => {
    expect(render(source, values)).toBe(expected)
  })

  test.for<[string, number, number, RegExp]>([
    ['Hi\n  {{ .Foo }}', 2, 3, /^There is no variable \.Foo\. You can use \.SiteURL \.Email \.Data/],
    ['{{ if .Foo }}{{ end }}', 1, 1, /no variable \.Foo/],
    ['{{ if .Token }}{{ else if .Foo }}{{ end }}', 1, 16, /no variable \.Foo/],
    ['{{ .Email.x }}', 1, 1, /has no fields/],
    ['{{ Email }}', 1, 1, /Put a dot/],
    ['{{ .Email | printf }}', 1, 1, /not supported/],
    ['{{ range .Data }}{{ end }}', 1, 1, /not supported/],
    ['{{ template "x" }}', 1, 1, /not supported/],
    ['{{ }}', 1, 1, /nothing between/],
    ['x {{ .Email', 1, 3, /no matching/],
    ['{{ if .Token }}', 1, 1, /no \{\{ end/],
    ['x{{ end }}', 1, 2, /no matching \{\{ if/],
    ['{{ else }}', 1, 1, /no matching \{\{ if/],
    ['{{ if .Token }}{{ else }}{{ else }}{{ end }}', 1, 26, /can follow/],
    ['{{ if }}{{ end }}', 1, 1, /Write a condition/],
    ['{{ if eq .Token }}{{ end }}', 1, 1, /Write a condition/],
    ['<script>{{ .Token }}</script>', 1, 9, /<script>/],
    ['<style>{{ .Token }}</style>', 1, 8, /<style>/],
    ['<a onclick="{{ .Token }}">', 1, 13, /onclick/],
    ['<a style="{{ .Token }}">', 1, 11, /style/],
    ['<a {{ .Token }}>', 1, 4, /names of tags/],
    ['<{{ .Token }}>', 1, 2, /names of tags/],
    ['<a href={{ .ConfirmationURL }}>', 1, 9, /Put quotes/],
    ['<a href="{{ .Token }}>', 1, 23, /not closed/],
    ['{{ if .Token }}<a href="{{ end }}">', 1, 1, /same tag/],
    ['{{ if .Token }}'.repeat(21), 1, 301, /at most 20 levels deep/],
    ['{{ .Token }}'.repeat(2_001), 1, 24_013, /at most 2000/],
  ])('%s is refused, with the place', ([source, line, column, message]) => {
    expect(problem(source)).toEqual({ line, column, message: expect.stringMatching(message) as string })
  })

  test.for(['<title>{{ .Email }}</title>', '<!DOCTYPE html><p class=x>{{ .Email }}</p>', 'a < b {{ .Email }}'])('%s is fine', (source) => {
    expect(problem(source)).toBeNull()
  })

  test('of any text is read or refused with a place in it, and nothing is thrown', () => {
    const pieces = [
      '{{',
      '}}',
      '{{-',
      ' -}}',
      ' .Email ',
      ' if ',
      ' end ',
      ' else ',
      'eq ',
      '"x"',
      '/*',
      '*/',
      '<',
      '>',
      '<a href="',
      '<!--',
      '-->',
      '<script>',
      '=',
      "'",
      '\n',
      'x',
    ]
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 20 }), (parts) => {
        const source = parts.join('')
        const parsed = parseTemplate(source, html)
        if ('message' in parsed) expect(parsed.line).toBeLessThanOrEqual(source.split('\n').length)
        else expect(typeof renderTemplate(parsed, { Email: 'x' })).toBe('string')
      }),
      { numRuns: 3_000 },
    )
  })

  test('is long at most as a mail can be', () => {
    const rendered = render('{{ .Token }}'.repeat(2_000), { Token: '"'.repeat(1_000) })
    expect(rendered.length).toBeLessThanOrEqual(renderedMost)
    expect(rendered.length).toBeGreaterThan(renderedMost - 10_000)
  })
})

describe('a value', () => {
  const nasty = `<img src=x onerror="alert('1')">&\``

  test('can’t become HTML, in a text or an attribute', () => {
    expect(render('<p title="{{ .Email }}">{{ .Email }}</p>', { Email: nasty })).not.toMatch(/<img|="alert|'1'|`/)
    expect(render('<p class=x{{ .Email }}>', { Email: 'a onclick=b' })).toBe('<p class=xa&#32;onclick&#61;b>')
  })

  test.for<[string, TemplateValues, string]>([
    ['<a href="{{ .ConfirmationURL }}">', { ConfirmationURL: 'https://a.b/v?x=1&y="2' }, '<a href="https://a.b/v?x=1&amp;y=&#34;2">'],
    [
      '<a href="{{ .SiteURL }}/c?to={{ .RedirectTo }}">',
      { SiteURL: 'https://a.b', RedirectTo: 'https://c.d/?e=f&g' },
      '<a href="https://a.b/c?to=https%3A%2F%2Fc.d%2F%3Fe%3Df%26g">',
    ],
    ['<a href="{{ .Data.x }}">', { Data: { x: 'javascript:alert(1)' } }, '<a href="#">'],
    ['<a href="{{ .Data.x }}">', { Data: { x: ' java\tscript:alert(1)' } }, '<a href="#">'],
    ['<a href="{{ .Data.x }}{{ .Data.y }}">', { Data: { x: 'java', y: 'script:alert(1)' } }, '<a href="javascript%3Aalert(1)">'],
    ['<a href="java{{ .Data.y }}">', { Data: { y: 'script:alert(1)' } }, '<a href="javascript%3Aalert(1)">'],
    ['<a href="{{ if .Token }}{{ .Token }}{{ end }}{{ .Data.y }}">', { Data: { y: 'javascript:x' } }, '<a href="javascript%3Ax">'],
    ['<a href="mailto:{{ .Email }}">', { Email: 'a@b.c' }, '<a href="mailto:a@b.c">'],
    ['<a href="myapp://x?t={{ .Token }}">', { Token: "'1'" }, '<a href="myapp://x?t=%271%27">'],
    [
      '<!--[if mso]><v href="{{ .ConfirmationURL }}"><![endif]-->',
      { ConfirmationURL: 'https://a.b/--><b>' },
      '<!--[if mso]><v href="https://a.b/--&gt;&lt;b&gt;"><![endif]-->',
    ],
  ])('in %s', ([source, values, expected]) => {
    expect(render(source, values)).toBe(expected)
  })

  test('leaves every tag of the template as it is, whatever it is', () => {
    const source = '<p title="{{ .Email }}">{{ .Data.x }}</p><a href="{{ .ConfirmationURL }}">{{ .Email }}</a><a href=\'/?a={{ .Data.x }}\'>x</a>'
    const tags = /<p title="[^"<>]*">[^<>]*<\/p><a href="[^"<>]*">[^<>]*<\/a><a href='\/\?a=[^'<>&#?/]*'>x<\/a>/
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string(), (first, second) => {
        const rendered = render(source, { Email: first, Data: { x: second }, ConfirmationURL: first })
        expect(rendered).toMatch(tags)
        expect(tags.exec(rendered)![0]).toBe(rendered)
      }),
    )
  })

  test('in a plain text can’t begin a line', () => {
    expect(render('Code {{ .Token }} & more', { Token: '1\r\nBcc: x@y.z' }, text)).toBe('Code 1 Bcc: x@y.z & more')
  })

  test('is never read as a template', () => {
    expect(render('{{ .Token }}', { Token: '{{ .Email }}', Email: 'x' })).toBe('{{ .Email }}')
  })
})

describe('the mails of every project', () => {
  test.for(Object.entries({ ...mailTexts, ...noticeTexts }))('%s can be read, and use what they can', ([, { subject, body, variables }]) => {
    expect(problem(subject, { form: 'text', variables })).toBeNull()
    expect(problem(body, { form: 'html', variables })).toBeNull()
    const values = Object.fromEntries(variables.map((name) => [name, `<${name}>`]))
    const mail = render(subject, values, { form: 'text', variables }) + render(body, values, { form: 'html', variables })
    const told = variables.filter((name) => mail.includes(`<${name}>`) || mail.includes(`&lt;${name}&gt;`))
    // what a mail is about is in it
    expect(told).toEqual(
      expect.arrayContaining(variables.filter((name) => ['NewEmail', 'OldEmail', 'Phone', 'Provider', 'FactorType'].includes(name))),
    )
    if (variables.includes('ConfirmationURL')) expect(told).toContain('ConfirmationURL')
  })
})
