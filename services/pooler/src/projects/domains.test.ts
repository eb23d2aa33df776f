import { expect, test } from 'vitest'
import { createDomains } from './domains.ts'

const domain = (name: string, ref: string) => ({ name, ref, certificate: null })

test('a name leads to its project, however it is written, and those that are served no more lead nowhere', () => {
  const domains = createDomains()
  expect(domains.find('db.example.com')).toBeUndefined()
  domains.serve([domain('db.example.com', 'a'), domain('other.example.com', 'b')])
  for (const name of ['db.example.com', 'DB.Example.com', 'db.example.com.'])
    expect(domains.find(name)).toMatchObject({ ref: 'a', secureContext: null })
  for (const name of ['', '.', 'example.com', 'x.db.example.com', '__proto__']) expect(domains.find(name)).toBeUndefined()
  domains.serve([domain('db.example.com', 'b')])
  expect(domains.find('db.example.com')!.ref).toBe('b')
  expect(domains.find('other.example.com')).toBeUndefined()
})

test('one whose certificate can not be used is told, and leads there all the same', () => {
  const domains = createDomains()
  const failures = domains.serve([{ name: 'db.example.com', ref: 'a', certificate: { pem: 'nonsense', key: 'nonsense' } }])
  expect(failures).toMatchObject([{ name: 'db.example.com', error: expect.any(Error) as Error }])
  expect(domains.find('db.example.com')).toMatchObject({ ref: 'a', secureContext: null })
})
