import type { Invoice } from '@colonnade/contracts/billing/invoices'
import { buffer } from 'node:stream/consumers'
import { inflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { fontRuns } from './fonts.ts'
import { invoicePdf } from './invoice-pdf.ts'
import { readOtherScripts } from './other-scripts.ts'
import { asLaidOut, visualRuns } from './visual-runs.ts'

const invoice: Invoice = {
  id: '00000000-0000-4000-8000-000000000000',
  number: 17,
  organization_name: 'Acme',
  period_start: '2026-11-01',
  period_end: '2026-11-30',
  currency: 'EUR',
  total_cents: 2_500,
  status: 'open',
  made_at: '2026-12-01T00:05:00.000Z',
  settled_at: null,
  payment: null,
  billed_to: {
    name: 'Žluťoučký Βεζίρης Съел Việt 株式会社',
    slug: 'acme',
    emails: ['books@example.com'],
    address: `Straße 1\n${'W'.repeat(300)}`,
    tax_id: 'DE 1',
  },
  lines: [{ description: 'Pro plan', quantity: '30 of 30 days', cents: 2_500 }],
}

/** The file, and everything in it that is compressed. */
async function read(of: Invoice): Promise<{ readonly bytes: Buffer; readonly parts: string }> {
  const bytes = await buffer(await invoicePdf(of, 'https://colonnade.example.com'))
  const parts: string[] = []
  const text = bytes.toString('latin1')
  for (let from = text.indexOf('stream\n'); from !== -1; from = text.indexOf('stream\n', from + 1)) {
    if (text.slice(from - 3, from) === 'end') continue
    const end = text.indexOf('\nendstream', from)
    try {
      parts.push(inflateSync(bytes.subarray(from + 7, end)).toString('latin1'))
    } catch {
      // a stream that is not compressed
    }
  }
  return { bytes, parts: parts.join('\n') }
}

test('a file has its fonts in it, and tells which characters their glyphs are', async () => {
  const { bytes, parts } = await read(invoice)
  const text = bytes.toString('latin1')
  expect(text.startsWith('%PDF-1.7')).toBe(true)
  expect(text.trimEnd().endsWith('%%EOF')).toBe(true)
  expect(text).toContain('/FontFile')
  expect(text).toContain('/ToUnicode')
  for (const character of 'ŽťčΒίъệ€') expect(parts).toContain(`<${character.codePointAt(0)!.toString(16).padStart(4, '0')}>`)
  expect(bytes.length).toBeLessThan(200_000)
})

test('many lines go on over pages', async () => {
  const many = {
    ...invoice,
    lines: Array.from({ length: 120 }, (_, index) => ({ description: `Line ${index} ${'long '.repeat(40)}`, quantity: '1', cents: 1 })),
  }
  const { bytes } = await read(many)
  expect(bytes.toString('latin1').match(/\/Type \/Page\b/g)!.length).toBeGreaterThan(5)
})

test('what no font has is written by its number, and runs do not break at what they have', () => {
  const parts = ['latin', 'latin-ext']
  const has = (part: string, codePoint: number) => (part === 'latin' ? codePoint < 256 : part === 'latin-ext' && codePoint < 0x180 && codePoint > 255)
  expect(fontRuns('Žlu 株!\uFE0F', parts, has)).toEqual([
    { part: 'latin-ext', text: 'Ž' },
    { part: 'latin', text: 'lu [U+682A]!' },
  ])
  // a letter and its accent apart are one
  expect(fontRuns('Z\u030C', parts, has)).toEqual([{ part: 'latin-ext', text: 'Ž' }])
  expect(fontRuns('', parts, has)).toEqual([])
})

test('a name in Chinese, Japanese, Korean, Arabic or Hebrew is written in its own characters', async () => {
  const address = '龍灣國際\nカナ\n주식회사\nشركة\nישראל'
  const { bytes, parts } = await read({ ...invoice, billed_to: { ...invoice.billed_to, address } })
  for (const character of '株龍カ주ش') expect(parts).toContain(character.codePointAt(0)!.toString(16).padStart(4, '0'))
  expect(bytes.length).toBeLessThan(250_000)
})

test('fonts are cut down to what is written, and read for nothing else', async () => {
  expect((await readOtherScripts('Žluťoučký Βεζίρης')).size).toBe(0)
  const fonts = await readOtherScripts('株主')
  expect(fonts.size).toBeGreaterThan(0)
  for (const font of fonts.values()) expect(font.length).toBeLessThan(10_000)
})

test.each<[string, string[]]>([
  ['Acme 12', ['→Acme 12']],
  ['Acme שלום Ltd.', ['→Acme ', '←שלום', '→ Ltd.']],
  // read from the right, but numbers and names in Latin from the left
  ['شركة 12 (Acme)', ['←)', '→Acme', '← (', '→12', '←شركة ']],
])('%j stands as %j', (line, runs) => {
  expect(visualRuns(line).map(({ text, isRightToLeft }) => `${isRightToLeft ? '←' : '→'}${text}`)).toEqual(runs)
})

test('a font turns letters around by itself, and no brackets or digits', () => {
  expect(asLaidOut('שלום', true)).toBe('שלום')
  expect(asLaidOut(' (', true)).toBe(') ')
  expect(asLaidOut('۱۲۳', false)).toBe('۳۲۱')
  expect(asLaidOut('Acme', false)).toBe('Acme')
})
