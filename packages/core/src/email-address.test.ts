import { expect, test } from 'vitest'
import { parseEmailAddress, partsOfAddress, readMailbox, splitEmailAddresses } from './email-address.ts'

test.for([
  ['Ada@Example.com', 'ada@example.com'],
  [' ada@example.com ', 'ada@example.com'],
  ['ada@Bücher.example', 'ada@xn--bcher-kva.example'],
  ['ada@XN--BCHER-KVA.example', 'ada@xn--bcher-kva.example'],
  // decomposed, full width, and an ideographic full stop
  ['ada@bu\u0308cher.example', 'ada@xn--bcher-kva.example'],
  ['ada@ｅxample。com', 'ada@example.com'],
  ['ada@例え.テスト', 'ada@xn--r8jz45g.xn--zckzah'],
  ['"ada"@example.com', 'ada@example.com'],
  ['"ada lovelace"@example.com', '"ada lovelace"@example.com'],
  ['"a@b"@example.com', '"a@b"@example.com'],
  [String.raw`"a\"b"@example.com`, String.raw`"a\"b"@example.com`],
  ["o'neil+news@example.co.uk", "o'neil+news@example.co.uk"],
] as const)('%s is kept as %s', ([text, address]) => {
  expect(parseEmailAddress(text)).toBe(address)
  expect(parseEmailAddress(address)).toBe(address)
})

test.for([
  '',
  'ada',
  '@example.com',
  'ada@',
  'ada@localhost',
  'a@b@c.de',
  'ada@example..com',
  'ada@-example.com',
  'ada@127.0.0.1',
  'ada@[127.0.0.1]',
  'ada@0x7f.1',
  'ada@example.com:25',
  'ada@example.com/x',
  'ada@exa%6dple.com',
  'ada..b@example.com',
  '.ada@example.com',
  'ada b@example.com',
  'äda@example.com',
  'ada@example.com\r\nBcc: x',
  '"a\nb"@example.com',
  `${'a'.repeat(65)}@example.com`,
  `ada@${'a'.repeat(64)}.com`,
  `ada@${'abcdefgh.'.repeat(30)}com`,
])('%s is no address', (text) => {
  expect(parseEmailAddress(text)).toBeNull()
})

test('a list is split where its addresses end, and not in their names', () => {
  const text = `"Lovelace, Ada" <ada@example.com>, Grace Hopper <grace@example.com>; joan@example.com edith@example.com
"ada, the first"@example.com,<bare@example.com>,,
"Clarke; Joan \\"J\\"" <joan@example.com>`
  const all = ['ada@example.com', 'grace@example.com', 'joan@example.com', 'edith@example.com', '"ada, the first"@example.com', 'bare@example.com']
  expect(splitEmailAddresses(text)).toEqual(all)
  expect(splitEmailAddresses('"open, ada@example.com\nb@example.com')).toEqual(['"', 'open,', 'ada@example.com', 'b@example.com'])
  expect(splitEmailAddresses(' \n')).toEqual([])
})

test('a mailbox has a name and an address', () => {
  expect(readMailbox('"Säulen, Inc." <a@example.com>')).toEqual({ name: 'Säulen, Inc.', address: 'a@example.com' })
  expect(readMailbox('Colonnade <a@example.com>')).toEqual({ name: 'Colonnade', address: 'a@example.com' })
  expect(readMailbox('a@example.com')).toEqual({ name: null, address: 'a@example.com' })
})

test('an address is taken apart at its last @', () => {
  expect(partsOfAddress('ada@example.com')).toEqual({ local: 'ada', domain: 'example.com' })
  expect(partsOfAddress(String.raw`"a@b \"c\""@example.com`)).toEqual({ local: 'a@b "c"', domain: 'example.com' })
})
