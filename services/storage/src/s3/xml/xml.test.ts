import { describe, expect, test } from 'vitest'
import { parseXml } from './read-xml.ts'
import { xmlDocument } from './write-xml.ts'

function read(text: string | Uint8Array): unknown {
  try {
    return JSON.parse(JSON.stringify(parseXml(Buffer.from(text), 'Delete')))
  } catch (error) {
    return (error as { code: string }).code
  }
}

describe('a document', () => {
  test.each([
    ['texts stay what they are', '<?xml version="1.0"?>\n<Delete xmlns="x"><Key> 001 &amp;&#x1F600;&#13;</Key></Delete>', { Key: [' 001 &😀\r'] }],
    ['prefixes say nothing', '<s:Delete xmlns:s="x"><s:Key>a</s:Key></s:Delete>', { Key: ['a'] }],
    ['one and many read alike', '<Delete><Key>a</Key> <Key><![CDATA[<b>]]></Key></Delete>', { Key: ['a', '<b>'] }],
    ['an empty one', '<Delete/>', {}],
    ['cut short', '<Delete><Key>', 'MalformedXML'],
    ['another one', '<Other/>', 'MalformedXML'],
    ['none', '', 'MalformedXML'],
    ['entities of its own', '<!DOCTYPE d [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><Delete><Key>&b;</Key></Delete>', 'MalformedXML'],
    ['an unknown entity', '<Delete><Key>&b;</Key></Delete>', 'MalformedXML'],
    ['too deep', `<Delete>${'<a>'.repeat(50_000)}</Delete>`, 'MalformedXML'],
    ['no UTF-8', new Uint8Array([0x3c, 0xff]), 'MalformedXML'],
    ['a character that there is not', '<Delete><Key>&#xD800;</Key></Delete>', 'MalformedXML'],
  ])('with %s', (_what, text, expected) => {
    expect(read(text)).toEqual(expected)
  })
  test('says what it was given', () => {
    const key = 'a<b>&"c"\'\r\n\t😀'
    expect(read(xmlDocument('Delete', { Key: [key, ''], Left: null, Size: 0 }))).toEqual({ Key: [key, ''], Size: ['0'] })
    expect(xmlDocument('Delete', { Key: 'a\u0000b\ud800' })).toContain('<Key>a\ufffdb\ufffd</Key>')
  })
})
