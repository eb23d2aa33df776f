import { describe, expect, test } from 'vitest'
import { createProjectHosts } from './hosts.ts'

const ref = 'abcdefghijklmnopqrst'
const hosts = createProjectHosts('Colonnade.example')
hosts.serve([{ name: 'api.shop.example', ref }])

describe('a URL at', () => {
  test.each([
    ['the platform’s own host', 'colonnade.example', '/rest/v1/films?a=b', '/rest/v1/films?a=b'],
    ['a project’s host', `${ref}.colonnade.example`, '/rest/v1/films?a=b', `/api/${ref}/rest/v1/films?a=b`],
    ['a project’s host with a port, in capitals', `${ref.toUpperCase()}.Colonnade.example:8000`, '/auth/v1', `/api/${ref}/auth/v1`],
    ['a domain', 'API.shop.example.', '/rest/v1/?select=*', `/api/${ref}/rest/v1/?select=*`],
    ['a name that is no ref', 'www.colonnade.example', '/rest/v1/x', '/rest/v1/x'],
    ['nowhere', undefined, '/rest/v1/x', '/rest/v1/x'],
  ])('%s', (_what, host, url, expected) => {
    expect(hosts.rewrite(host, url)).toBe(expected)
  })

  test.each(['/', '/platform/profile', '/project/x', '/rest/v1x', `/api/${ref}/rest/v1/films`])('a project’s host has nothing else: %s', (url) => {
    expect(hosts.rewrite(`${ref}.colonnade.example`, url)).toBe(`/api/${ref}`)
  })
})
