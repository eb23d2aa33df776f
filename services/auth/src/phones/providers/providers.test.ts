import { authDefaults, type AuthSettings } from '@colonnade/contracts/auth/auth-settings'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { outsideAddresses } from '../../outside-addresses.ts'
import type { SmsChannel } from '../sms-post.ts'
import { askProvider } from './ask-provider.ts'
import { messagebird } from './messagebird.ts'
import type { ProviderOutcome, SmsProvider } from './provider.ts'
import { textlocal } from './textlocal.ts'
import { twilio, twilioVerify } from './twilio.ts'
import { vonage } from './vonage.ts'

interface Asked {
  readonly method: string
  readonly path: string
  readonly authorization: string | undefined
  readonly type: string | undefined
  readonly fields: Record<string, string>
}

let asked: Asked | undefined
let reply: { readonly status: number; readonly body: string }
let origin: string
const server = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    const { method = '', url = '', headers } = request
    const fields = Object.fromEntries(new URLSearchParams(Buffer.concat(chunks).toString()))
    asked = { method, path: url, authorization: headers.authorization, type: headers['content-type'], fields }
    response.writeHead(reply.status, { 'content-type': 'application/json' }).end(reply.body)
  })
})

beforeAll(async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  server.listen(0, '127.0.0.1', () => resolve())
  await promise
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => new Promise<void>((resolve) => server.close(() => resolve())))
beforeEach(() => {
  asked = undefined
})

const settings: AuthSettings = {
  ...authDefaults,
  sms_twilio_account_sid: 'AC1',
  sms_twilio_auth_token: 'secret',
  sms_twilio_message_service_sid: 'MG1',
  sms_twilio_content_sid: 'HX1',
  sms_twilio_verify_account_sid: 'AC2',
  sms_twilio_verify_auth_token: 'secret2',
  sms_twilio_verify_message_service_sid: 'VA1',
  sms_messagebird_access_key: 'key',
  sms_messagebird_originator: 'Acme',
  sms_textlocal_api_key: 'key',
  sms_textlocal_sender: 'ACME',
  sms_vonage_api_key: 'key',
  sms_vonage_api_secret: 'secret',
  sms_vonage_from: 'Acme',
}
const send = async (
  provider: SmsProvider,
  answer: { status?: number; body: string },
  { channel = 'sms', text = 'Your code is 123456', own = settings }: { channel?: SmsChannel; text?: string; own?: AuthSettings } = {},
): Promise<ProviderOutcome> => {
  reply = { status: 200, ...answer }
  const addresses = Object.fromEntries(Object.keys(outsideAddresses).map((name) => [name, origin])) as unknown as typeof outsideAddresses
  return provider.outcomeOf(await askProvider(provider.requestOf(own, addresses, { phone: '15550100', channel, text, otp: '123456' }), true))
}
const basicOf = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`
const form = 'application/x-www-form-urlencoded'

describe('twilio', () => {
  const taken = { status: 201, body: '{"sid":"SM1","status":"queued"}' }

  test('is asked for a message by its service', async () => {
    expect(await send(twilio, taken)).toEqual({ id: 'SM1' })
    expect(asked).toEqual({
      method: 'POST',
      path: '/2010-04-01/Accounts/AC1/Messages.json',
      authorization: basicOf('AC1:secret'),
      type: form,
      fields: { To: '+15550100', MessagingServiceSid: 'MG1', Body: 'Your code is 123456' },
    })
  })

  test('is asked for a message from a number', async () => {
    await send(twilio, taken, { own: { ...settings, sms_twilio_message_service_sid: '+15550199' } })
    expect(asked!.fields).toEqual({ To: '+15550100', From: '+15550199', Body: 'Your code is 123456' })
  })

  test('is asked for a template of WhatsApp', async () => {
    await send(twilio, taken, { channel: 'whatsapp', own: { ...settings, sms_twilio_message_service_sid: '+15550199' } })
    expect(asked!.fields).toEqual({ To: 'whatsapp:+15550100', From: 'whatsapp:+15550199', ContentSid: 'HX1', ContentVariables: '{"1":"123456"}' })
    expect(twilio.findGap({ ...settings, sms_twilio_content_sid: '' }, 'whatsapp')).toContain('ContentSid')
  })

  test.each([
    [{ status: 400, body: '{"code":21211,"message":"Invalid To number"}' }, 'Invalid To number (21211)'],
    [{ status: 201, body: '{"sid":"SM1","status":"failed","error_code":30003,"error_message":"Unreachable"}' }, 'Unreachable (30003)'],
    [{ status: 503, body: '<html>' }, 'The provider returned 503 without a reason'],
    [{ status: 200, body: '[]' }, 'The provider returned 200 without a reason'],
  ])('says what is wrong: %j', async (answer, problem) => {
    expect(await send(twilio, answer)).toEqual({ problem })
  })

  test('verify makes its own codes', async () => {
    expect(await send(twilioVerify, { status: 201, body: '{"sid":"VE1","status":"pending"}' })).toEqual({ id: 'VE1' })
    expect(asked).toMatchObject({
      path: '/v2/Services/VA1/Verifications',
      authorization: basicOf('AC2:secret2'),
      fields: { To: '+15550100', Channel: 'sms' },
    })
  })
})

describe('messagebird', () => {
  test('is asked for a message', async () => {
    expect(await send(messagebird, { status: 201, body: '{"id":"m1","recipients":{"totalSentCount":1}}' })).toEqual({ id: 'm1' })
    expect(asked).toMatchObject({
      path: '/messages',
      authorization: 'AccessKey key',
      fields: { originator: 'Acme', body: 'Your code is 123456', recipients: '15550100', type: 'sms', datacoding: 'unicode' },
    })
  })

  test.each([
    [{ status: 422, body: '{"errors":[{"code":9,"description":"no (correct) recipients found"}]}' }, 'no (correct) recipients found (9)'],
    [{ status: 201, body: '{"id":"m1","recipients":{"totalSentCount":0}}' }, 'The provider sent the message to no one'],
  ])('says what is wrong: %j', async (answer, problem) => {
    expect(await send(messagebird, answer)).toEqual({ problem })
  })
})

describe('textlocal', () => {
  test('is asked for a message', async () => {
    expect(await send(textlocal, { body: '{"status":"success","messages":[{"id":"t1"}]}' })).toEqual({ id: 't1' })
    expect(asked).toMatchObject({
      path: '/send/',
      fields: { apikey: 'key', sender: 'ACME', message: 'Your code is 123456', numbers: '15550100' },
    })
  })

  test.each([
    [
      { body: '{"status":"failure","errors":[{"code":192,"message":"Messages can only be sent between 9am to 9pm"}]}' },
      'Messages can only be sent between 9am to 9pm (192)',
    ],
    [{ body: '{"status":"failure"}' }, 'The provider returned 200 without a reason'],
  ])('says what is wrong: %j', async (answer, problem) => {
    expect(await send(textlocal, answer)).toEqual({ problem })
  })
})

describe('vonage', () => {
  test('is asked for a message', async () => {
    expect(await send(vonage, { body: '{"messages":[{"status":"0","message-id":"v1"}]}' })).toEqual({ id: 'v1' })
    expect(asked).toMatchObject({
      path: '/sms/json',
      fields: { api_key: 'key', api_secret: 'secret', from: 'Acme', to: '15550100', text: 'Your code is 123456' },
    })
    await send(vonage, { body: '{}' }, { text: 'Ihr Code für Köln' })
    expect(asked!.fields['type']).toBe('unicode')
  })

  test.each([
    [{ body: '{"messages":[{"status":"4","error-text":"Bad Credentials"}]}' }, 'Bad Credentials (4)'],
    [{ body: '{"messages":[]}' }, 'The provider returned 200 without a reason'],
  ])('says what is wrong: %j', async (answer, problem) => {
    expect(await send(vonage, answer)).toEqual({ problem })
  })
})

test.each([twilio, twilioVerify, messagebird, textlocal, vonage])('a provider that is not set up says so', (provider) => {
  expect(provider.findGap(authDefaults, 'sms')).toContain('needs')
  expect(provider.findGap(settings, 'sms')).toBeNull()
})
