import { expect, test } from 'vitest'
import { judgeRedirect } from './verdict-text.ts'

const patterns = 'https://*.example.com/**\nmyapp://callback\n'

test.for([
  ['https://example.com/welcome', { isAllowed: true, rule: 'https://example.com' }],
  ['https://a.example.com/deep/path', { isAllowed: true, rule: 'https://*.example.com/**' }],
  [' myapp://callback ', { isAllowed: true, rule: 'myapp://callback' }],
  ['https://evil.test', { isAllowed: false, rule: null, text: expect.stringMatching(/neither/) }],
  ['javascript:alert(1)', { isAllowed: false, text: expect.stringMatching(/run code/) }],
  ['https://example.com@evil.test', { isAllowed: false, text: expect.stringMatching(/user name/) }],
  ['https://192.168.0.1/', { isAllowed: false, text: expect.stringMatching(/IP addresses/) }],
  ['nonsense', { isAllowed: false, text: expect.stringMatching(/open this URL/) }],
] as const)('%s is judged with the rule or the reason', ([target, verdict]) => {
  expect(judgeRedirect('https://example.com', patterns, target)).toMatchObject(verdict)
})
