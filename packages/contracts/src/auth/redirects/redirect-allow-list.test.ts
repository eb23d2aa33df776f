import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compileGlob, findGlobProblem, globMost } from './glob.ts'
import { compileRedirects, findAllowListProblem, findSiteUrlProblem, redirectMost, splitAllowList } from './redirect-allow-list.ts'

const matches = (pattern: string, text: string): boolean => compileGlob(pattern)!.matches(text)
const verdict = (target: string, uri_allow_list = '', site_url = 'https://app.example.com') =>
  compileRedirects({ site_url, uri_allow_list }).match(target)
const isAllowed = (...input: Parameters<typeof verdict>): boolean => verdict(...input).isAllowed

describe('a glob', () => {
  test.for<[string, string, boolean]>([
    ['abc', 'abc', true],
    ['abc', 'abcd', false],
    ['', '', true],
    ['a*c', 'ac', true],
    ['a*c', 'abbc', true],
    ['a*c', 'ab.c', false],
    ['a*c', 'ab/c', false],
    ['a**c', 'a/b.c', true],
    ['a***c', 'a/b.c', true],
    ['a?c', 'abc', true],
    ['a?c', 'a/c', false],
    ['a?c', 'ac', false],
    ['[a-c]x', 'bx', true],
    ['[a-c]x', 'dx', false],
    ['[!a-c]x', 'dx', true],
    ['[^a-c]x', 'bx', false],
    ['[a-]', '-', true],
    ['[\\]]', ']', true],
    ['{a,bc}d', 'bcd', true],
    ['{a,bc}d', 'd', false],
    ['{,x}d', 'd', true],
    ['{a,{b,c}*}', 'cz', true],
    ['a,b', 'a,b', true],
    ['\\*', '*', true],
    ['\\*', 'x', false],
    ['\\{a', '{a', true],
  ])('%s finds %s: %s', ([pattern, text, expected]) => {
    expect(matches(pattern, text)).toBe(expected)
  })

  test.for<[string, number]>([
    ['[abc', 0],
    ['a[]', 1],
    ['a]', 1],
    ['x{a,b', 1],
    ['x}', 1],
    ['[z-a]', 1],
    ['end\\', 3],
    ['{a,{b,{c,{d,{e,{f}}}}}}', 15],
    ['x'.repeat(globMost + 1), globMost],
  ])('%s is refused, with the place', ([pattern, position]) => {
    expect(findGlobProblem(pattern)).toMatchObject({ position })
    expect(compileGlob(pattern)).toBeNull()
  })

  test('agrees with what it says of random patterns, and throws for none', () => {
    const pieces = fc.constantFrom('a', 'b', '*', '**', '?', '[', ']', '!', '{', '}', ',', '\\', '.', '/', '-', '://')
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 12 }), (parts) => {
        const pattern = parts.join('')
        const glob = compileGlob(pattern)
        expect(glob === null).toBe(findGlobProblem(pattern) !== null)
        glob?.matches('a.b/ab')
        // every text is found by itself once all of it is escaped
        expect(matches(pattern.replace(/./g, '\\$&'), pattern)).toBe(true)
      }),
      { numRuns: 3_000 },
    )
  })

  test('finds what the same regular expression finds', () => {
    const pieces = fc.constantFrom(
      ['a', 'a'],
      ['b', 'b'],
      ['.', '\\.'],
      ['/', '/'],
      ['*', '[^./]*'],
      ['**', '.*'],
      ['?', '[^./]'],
      ['[ab]', '[ab]'],
      ['[!a]', '[^a]'],
      ['{a,b*}', '(?:a|b[^./]*)'],
      ['{,**a}', '(?:|.*a)'],
      ['{{a,b}?,c}', '(?:(?:a|b)[^./]|c)'],
    )
    // three stars in a row would be one
    const patterns = fc.array(pieces, { maxLength: 8 }).filter((parts) => !/\*{3}/.test(parts.map(([glob]) => glob).join('')))
    fc.assert(
      fc.property(patterns, fc.string({ unit: fc.constantFrom('a', 'b', 'c', '.', '/'), maxLength: 8 }), (parts, text) => {
        const [glob, expression] = [0, 1].map((index) => parts.map((part) => part[index]).join(''))
        // two single stars beside each other are a double one
        fc.pre(parts.every(([part], index) => part !== '*' || parts[index - 1]?.[0] !== '*'))
        expect(matches(glob!, text)).toBe(new RegExp(`^(?:${expression})$`, 's').test(text))
      }),
      { numRuns: 5_000 },
    )
  })

  test('that others take exponential time for looks once with each part at a character', () => {
    let tests = 0
    const pattern = `${'{a,{a,a*}*}*'.repeat(40)}b`
    const text = 'a'.repeat(redirectMost)
    const glob = compileGlob(pattern, () => (tests += 1))!
    expect(glob.matches(text)).toBe(false)
    expect(tests).toBeLessThanOrEqual(pattern.length * text.length)
  })
})

describe('a redirect', () => {
  test.for([
    ['https://app.example.com', 'https://app.example.com'],
    ['https://app.example.com/any/path?x=1#part', 'https://app.example.com'],
    ['http://localhost:5173/back', 'http://localhost:3000'],
    ['http://127.0.0.1:9/back', 'http://127.0.0.1:3000'],
    ['http://[::1]:9/back', 'http://[::1]:3000'],
    ['http://192.168.1.10:3000/x', 'http://192.168.1.10:3000'],
    ['myapp://callback', 'myapp://callback'],
  ])('to %s is allowed by the site URL %s', ([target, siteUrl]) => {
    expect(verdict(target!, '', siteUrl)).toEqual({ isAllowed: true, rule: 'site_url', pattern: siteUrl })
  })

  test.for([
    ['http://app.example.com', 'https://app.example.com'],
    ['https://app.example.com:8443', 'https://app.example.com'],
    ['https://example.com', 'https://app.example.com'],
    ['https://app.example.com.evil.com', 'https://app.example.com'],
    ['http://localhost.evil.com', 'http://localhost:3000'],
    ['http://127.0.0.1:3000', 'http://localhost:3000'],
  ])('to %s is not, beside the site URL %s', ([target, siteUrl]) => {
    expect(verdict(target!, '', siteUrl)).toEqual({ isAllowed: false, reason: 'not_listed' })
  })

  test('names the first pattern that finds it', () => {
    const list = 'https://docs.example.com/docs, https://*-preview.example.com/**, https://**'
    expect(verdict('https://docs.example.com/docs', list)).toMatchObject({ pattern: 'https://docs.example.com/docs' })
    expect(verdict('https://x-preview.example.com/a/b.html', list)).toMatchObject({ pattern: 'https://*-preview.example.com/**' })
    expect(verdict('https://docs.example.com/docss', list)).toMatchObject({ pattern: 'https://**' })
  })

  test.for([
    ['https://other.com/**', 'https://other.com'],
    ['https://other.com', 'https://other.com/'],
    ['https://Other.com:443/a', 'https://OTHER.com/a'],
    ['https://other.com/{a,b}/*', 'https://other.com/b/x'],
    ['http://localhost:*/**', 'http://localhost:5173/deep/path'],
    ['http://127.0.0.1:*', 'http://127.0.0.1:5173'],
    ['com.example.app://**', 'com.example.app://sign-in/done'],
    ['https://**.example.com/**', 'https://a.b.example.com/x/y'],
    ['https://other.com/*', 'https://other.com/a?b=c#d'],
  ])('%s finds %s', ([list, target]) => {
    expect(verdict(target!, list)).toMatchObject({ isAllowed: true, rule: 'uri_allow_list' })
  })

  test.for([
    ['https://other.com/docs', 'https://other.com/docss'],
    ['https://other.com/app/**', 'https://other.com/app/../admin'],
    ['https://other.com/app/**', 'https://other.com/app/%2e%2e/admin'],
    ['https://*.example.com/**', 'https://evil.com/.example.com/'],
    ['https://**.example.com/**', 'https://evil.com/.example.com/'],
    ['https://**.example.com/**', 'https://evil.com?.example.com/'],
    ['https://**.example.com', 'https://evil.com/x.example.com'],
    ['https://example.com/**', 'https://ex\u0430mple.com/'],
    ['https://example.com/**', 'https://example.com.evil.com/'],
    ['https://example.com/**', 'https://exampleXcom/'],
    ['https://broken.com/[', 'https://broken.com/['],
  ])('%s doesn’t find %s', ([list, target]) => {
    expect(isAllowed(target!, list)).toBe(false)
  })

  test.for<[string, string]>([
    ['javascript:alert(1)', 'scheme'],
    ['JavaScript:alert(1)', 'scheme'],
    ['java\nscript:alert(1)', 'invalid'],
    [' javascript:alert(1)', 'invalid'],
    ['javascript://app.example.com/%0aalert(1)', 'scheme'],
    ['data:text/html,x', 'scheme'],
    ['vbscript:x', 'scheme'],
    ['blob:https://app.example.com/x', 'scheme'],
    ['file:///etc/passwd', 'scheme'],
    ['https://app.example.com@evil.com', 'user_name'],
    ['https://@evil.com', 'user_name'],
    ['https://user:password@app.example.com', 'user_name'],
    ['https://app.example.com\\@evil.com', 'invalid'],
    ['https:\\\\evil.com', 'invalid'],
    ['https:evil.com', 'invalid'],
    ['https:/evil.com', 'invalid'],
    ['https:///evil.com', 'invalid'],
    ['//evil.com', 'invalid'],
    ['/path', 'invalid'],
    ['', 'invalid'],
    ['https://app.example.com/\u0000', 'invalid'],
    ['https://8.8.8.8/', 'ip_address'],
    ['https://[2001:db8::1]/', 'ip_address'],
    ['http://0x7f.1/', 'ip_address'],
    ['http://2130706433/', 'ip_address'],
    ['http://127.1/', 'ip_address'],
    ['http://\uff11\uff12\uff17.0.0.1/', 'ip_address'],
    ['exp://192.168.1.1:8081', 'ip_address'],
    [`https://app.example.com/${'x'.repeat(redirectMost)}`, 'invalid'],
  ])('to %j is refused whatever the list says', ([target, reason]) => {
    expect(verdict(target, '**')).toEqual({ isAllowed: false, reason })
  })

  test('is never to another host than one that a list of hosts names, whatever is put around it', () => {
    const rules = compileRedirects({ site_url: 'https://good.example', uri_allow_list: 'https://good.example/**, https://*.good.example/**' })
    const pieces = [
      'good.example',
      'evil.example',
      '.',
      '/',
      '\\',
      '@',
      ':',
      '#',
      '?',
      '%2f',
      '%40',
      '\t',
      'https://',
      '//',
      'x',
      '[',
      ']',
      '..',
      '\u3002',
      '%00',
    ]
    const targets = fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 5 }).map((parts) => `https://${parts.join('')}`)
    let allowed = 0
    fc.assert(
      fc.property(targets, (target) => {
        if (!rules.match(target).isAllowed) return
        allowed += 1
        expect(new URL(target).hostname).toMatch(/^([^.]+\.)?good\.example$/)
      }),
      { numRuns: 20_000 },
    )
    expect(allowed).toBeGreaterThan(100)
  })
})

describe('an allow list', () => {
  test('is split at commas, but not in braces', () => {
    expect(splitAllowList(' https://{a,b}.com/** ,, https://c.com,x\\,y')).toEqual(['https://{a,b}.com/**', 'https://c.com', 'x\\,y'])
  })

  test.for([
    ['https://a.com/**', null],
    ['https://{a,b}.com', null],
    ['https://a.com, https://b.com/[', '"https://b.com/[": This [ has no matching ], at character 15'],
    ['https://{a,b.com', '"https://{a,b.com": This { has no matching }, at character 9'],
    ['javascript:**', '"javascript:**": redirects to this scheme are not allowed'],
    [Array.from({ length: 501 }, () => 'x').join(','), 'Use at most 500 patterns'],
  ])('%s: %s', ([list, problem]) => {
    expect(findAllowListProblem(list!)).toBe(problem)
  })
})

describe('a site URL', () => {
  test.for(['https://example.com', 'http://localhost:3000', 'https://example.com/app', 'myapp://callback', 'http://192.168.1.10:3000'])(
    'can be %s',
    (url) => {
      expect(findSiteUrlProblem(url)).toBeNull()
    },
  )

  test.for([
    'example.com',
    'javascript:alert(1)',
    'data:text/html,x',
    'https://good.com@evil.com',
    'https://a.com,https://b.com',
    'http://0x7f.1',
    'https:example.com',
    'mailto:x@example.com',
    'x',
  ])('can’t be %s', (url) => {
    expect(findSiteUrlProblem(url)).toEqual(expect.any(String))
  })
})
