import { expect, test } from 'vitest'
import { readAddresses } from './read-addresses.ts'

test.each<[string, string[]]>([
  ['', []],
  ['  \n ', []],
  ['a@b.example', ['a@b.example']],
  ['a@b.example, c@d.example;e@f.example', ['a@b.example', 'c@d.example', 'e@f.example']],
  ['a@b.example\r\n\r\nc@d.example', ['a@b.example', 'c@d.example']],
  ['a@b.example c@d.example', ['a@b.example', 'c@d.example']],
  ['Ada Lovelace <ada@example.com>, "Grace" <grace@example.com>', ['ada@example.com', 'grace@example.com']],
  ['a@b.example\na@b.example', ['a@b.example']],
  ['nobody', ['nobody']],
])('%j is read as addresses', (text, addresses) => {
  expect(readAddresses(text)).toEqual(addresses)
})
