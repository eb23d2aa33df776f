import { expect, test } from 'vitest'
import { decode } from './decode.ts'
import { encodeBroadcast, encodeFrame } from './encode.ts'
import { FanOut } from './fan-out.ts'

const text = (value: unknown): Buffer => Buffer.from(JSON.stringify(value))
const push = (texts: readonly string[], encoding: number, content: string | Buffer, kind = 3): Buffer => {
  const bytes = texts.map((each) => Buffer.from(each))
  return Buffer.concat([Buffer.from([kind, ...bytes.map(({ length }) => length), encoding]), ...bytes, Buffer.from(content)])
}

test('reads messages of both versions', () => {
  const frame = { kind: 'frame', joinRef: '1', ref: '2', topic: 'realtime:ä', event: 'phx_join', payload: { a: [1] } }
  expect(decode(2, text(['1', '2', 'realtime:ä', 'phx_join', { a: [1] }]), false)).toEqual(frame)
  expect(decode(1, text({ join_ref: '1', ref: '2', topic: 'realtime:ä', event: 'phx_join', payload: { a: [1] } }), false)).toEqual(frame)
  expect(decode(1, text({ ref: 3, topic: 't', event: 'e' }), false)).toMatchObject({ joinRef: null, ref: 3, payload: undefined })
  const { content, ...rest } = decode(2, push(['1', '', 'realtime:ä', 'größe', '{}'], 1, '{"a":1}'), true) as Extract<
    ReturnType<typeof decode>,
    { kind: 'push' }
  >
  expect({ ...rest, content: String(content.bytes) }).toEqual({
    kind: 'push',
    joinRef: '1',
    ref: null,
    topic: 'realtime:ä',
    name: 'größe',
    meta: '{}',
    content: '{"a":1}',
  })
  expect(decode(2, push(['1', '2', 't', 'e', ''], 0, Buffer.from([0, 255])), true)).toMatchObject({
    content: { isJson: false, bytes: Buffer.from([0, 255]) },
  })
})

test('takes nothing else for a message', () => {
  const texts = [
    '{',
    '[]',
    'null',
    '"a"',
    '[1,2]',
    '[null,null,1,"e",{}]',
    '[{},null,"t","e",{}]',
    '[null,null,"t","e"]',
    '{"topic":"t","event":"e"}',
  ]
  for (const each of texts) expect([each, decode(2, Buffer.from(each), false)]).toEqual([each, null])
  for (const each of ['[null,null,"t","e",{}]', '{"topic":"t"}', '{"topic":1,"event":"e"}']) expect(decode(1, Buffer.from(each), false)).toBeNull()
  const whole = push(['1', '2', 't', 'e', ''], 1, '{}')
  const frames = [
    Buffer.alloc(0),
    Buffer.from([3]),
    push(['1', '2', 't', 'e', ''], 1, '{', 3),
    push(['1', '2', 't', 'e', ''], 2, '{}'),
    push(['1', '2', 't', 'e', ''], 1, '{}', 4),
    Buffer.from([3, 255, 255, 255, 255, 255, 0, 1]),
  ]
  for (const each of frames) expect([each, decode(2, each, true)]).toEqual([each, null])
  expect(decode(1, whole, true)).toBeNull()
  expect(decode(2, whole, true)).not.toBeNull()
})

test('writes messages and broadcasts as each version has them', () => {
  const shown = (encoded: ReturnType<typeof encodeBroadcast>) =>
    encoded && (encoded.isBinary ? encoded.bytes.toString('latin1') : String(encoded.bytes))
  expect(shown(encodeFrame(2, '1', '2', 'a"b', 'phx_reply', '{"status":"ok"}'))).toBe('["1","2","a\\"b","phx_reply",{"status":"ok"}]')
  expect(JSON.parse(shown(encodeFrame(1, null, 5, 't', 'e', '[1]'))!)).toEqual({ topic: 't', event: 'e', payload: [1], ref: 5, join_ref: null })
  const json = { isJson: true, bytes: Buffer.from('{"a":1}') }
  expect(shown(encodeBroadcast(2, { topic: 'top', name: 'ev', content: json }))).toBe('\u0004\u0003\u0002\u0000\u0001topev{"a":1}')
  expect(JSON.parse(shown(encodeBroadcast(1, { topic: 't', name: 'e', content: json, meta: { id: 'x', replayed: true } }))!)).toEqual({
    topic: 't',
    event: 'broadcast',
    payload: { type: 'broadcast', event: 'e', payload: { a: 1 }, meta: { id: 'x', replayed: true } },
    ref: null,
    join_ref: null,
  })
  // a name that a byte can't measure
  expect(JSON.parse(shown(encodeBroadcast(2, { topic: 't', name: 'é'.repeat(128), content: json }))!)[4].event).toHaveLength(128)
  expect(encodeBroadcast(1, { topic: 't', name: 'e', content: { isJson: false, bytes: Buffer.from([0]) } })).toBeNull()
})

test('encodes once for many', () => {
  let made = 0
  const fanOut = new FanOut((version) => {
    made += 1
    return version === 1 ? null : { bytes: Buffer.from('x'), isBinary: false }
  })
  expect([fanOut.for(1), fanOut.for(1), fanOut.for(2), fanOut.for(2)].map((each) => each?.bytes.length ?? 0)).toEqual([0, 0, 1, 1])
  expect(made).toBe(2)
})
