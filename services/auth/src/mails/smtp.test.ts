import { authDefaults } from '@colonnade/contracts/auth/auth-settings'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { smtpOf } from './smtp.ts'

const letter = { id: 'x', to: 'ada@example.com', subject: 'Hello', text: 'Hello', html: '<p>Hello</p>' }

test.each(['127.0.0.1', 'localhost', '[::1]', '169.254.169.254', '10.0.0.1', '0x7f.1', '2130706433'])(
  'a server at %s is not connected to, unless that is allowed',
  async (host) => {
    const settings = { ...authDefaults, smtp_host: host, smtp_port: '25', smtp_admin_email: 'app@example.com' }
    const delivery = await smtpOf(settings, false).send(letter)
    expect(delivery).toMatchObject({
      kind: 'away',
      problem: expect.stringMatching(/on this machine or its local network|ENOTFOUND|EAI_AGAIN/),
    })
  },
)

test('a server that hangs up, or speaks something else, is away', async () => {
  const server = createServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'))
  const { promise, resolve } = Promise.withResolvers<number>()
  server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port))
  const settings = { ...authDefaults, smtp_host: '127.0.0.1', smtp_port: String(await promise), smtp_admin_email: 'app@example.com' }
  expect(await smtpOf(settings, true).send(letter)).toMatchObject({ kind: 'away' })
  server.close()
})
