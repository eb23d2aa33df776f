import type { ImportEncoding } from '@colonnade/contracts/data/row-imports'
import { expect, test } from 'vitest'
import { detectEncoding, encodingCandidates, tellingPieces } from './encoding.ts'

const files: readonly (readonly [encoding: ImportEncoding, text: string, hex: string])[] = [
  ['gb18030', '编号,姓名,城市\n1,张伟,北京\n2,李娜,上海\n', 'b1e0bac52cd0d5c3fb2cb3c7cad00a312cd5c5ceb02cb1b1bea90a322cc0eec4c82cc9cfbaa30a'],
  [
    'big5',
    '編號,姓名,城市\n1,王小明,台北\n2,陳美玲,高雄\n',
    'bd73b8b92ca96da6572cabb0a5ab0a312ca4fda470a9fa2ca578a55f0a322cb3afacfcacc22cb0aab6af0a',
  ],
  [
    'euc-kr',
    '번호,이름,도시\n1,김철수,서울\n2,이영희,부산\n',
    'b9f8c8a32cc0ccb8a72cb5b5bdc30a312cb1e8c3b6bcf62cbcadbfef0a322cc0ccbfb5c8f12cbacebbea0a',
  ],
  [
    'windows-1251',
    'номер;имя;город\n1;Анна;Пермь\n2;Юрий;Тверь\n',
    'edeeece5f03be8ecff3be3eef0eee40a313bc0edede03bcfe5f0ecfc0a323bdef0e8e93bd2e2e5f0fc0a',
  ],
  ['windows-1253', 'κωδικός;όνομα\n1;Ελένη\n2;Γιώργος\n', 'eaf9e4e9eafcf23bfcedefece10a313bc5ebddede70a323bc3e9fef1e3eff20a'],
  [
    'windows-1250',
    'numer;miasto\n1;Łódź\n2;Wrocław\n3;Częstochowa\n',
    '6e756d65723b6d696173746f0a313ba3f3649f0a323b57726f63b361770a333b437aea73746f63686f77610a',
  ],
  [
    'windows-1252',
    'Nummer;Ort\n1;Köln\n2;Düsseldorf\n3;Zürich\n',
    '4e756d6d65723b4f72740a313b4bf66c6e0a323b44fc7373656c646f72660a333b5afc726963680a',
  ],
  [
    'windows-1254',
    'no;şehir\n1;İstanbul\n2;Eskişehir\n3;Muğla\n',
    '6e6f3bfe656869720a313bdd7374616e62756c0a323b45736b69fe656869720a333b4d75f06c610a',
  ],
  [
    'shift_jis',
    '番号,"都道府県名"\n01101,"表示(ポ|ト)"\n2,北海道\n',
    '94d48d862c22937393b9957b8ca796bc220a30313130312c22955c8ea628837c7c836729220a322c966b8a4393b90a',
  ],
  ['koi8-r', 'номер;имя;город\n1;Анна;Пермь\n2;Юрий;Тверь\n', 'cecfcdc5d23bc9cdd13bc7cfd2cfc40a313be1cecec13bf0c5d2cdd80a323be0d2c9ca3bf4d7c5d2d80a'],
  ['euc-jp', '番号,名前\n1,さくら\n2,カタカナ表\n', 'c8d6b9e62cccbec1b00a312ca4b5a4afa4e90a322ca5aba5bfa5aba5cac9bd0a'],
]

const fromHex = (hex: string) => Uint8Array.from(hex.match(/../g)!, (digits) => Number.parseInt(digits, 16))

test.for(files)('a file in %s is found to be, but nobody is spared to look', ([encoding, text, hex]) => {
  const bytes = fromHex(hex)
  expect(detectEncoding(bytes)).toEqual({ encoding, isOpen: true })
  expect(new TextDecoder(encoding).decode(bytes)).toBe(text)
})

test('what proves to be Unicode leaves nothing open', () => {
  const utf8 = new TextEncoder().encode('番号;имя;Köln\n')
  for (const bytes of [utf8, new TextEncoder().encode('a,b\n'), utf8.subarray(0, 2)])
    expect(detectEncoding(bytes)).toEqual({ encoding: 'utf-8', isOpen: false })
})

test('what tells encodings apart is shown in each of them', () => {
  const bytes = fromHex(files.find(([encoding]) => encoding === 'windows-1251')![2])
  expect(encodingCandidates(bytes)[0]).toBe('windows-1251')
  expect(tellingPieces(bytes, 'windows-1251')).toEqual(['номер', 'имя', 'город', 'Анна'])
  expect(tellingPieces(bytes, 'windows-1252')[0]).toBe('íîìåð')
})

test('both readings of Shift_JIS are offered where they differ', () => {
  const bytes = fromHex('313c8160203239938f9056')
  expect(encodingCandidates(bytes).slice(0, 2)).toEqual(['shift_jis', 'windows-31j'])
  expect((['shift_jis', 'windows-31j'] as const).map((encoding) => tellingPieces(bytes, encoding)[0])).toEqual(['1<〜', '1<～'])
})
