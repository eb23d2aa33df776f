import { plans } from '@colonnade/contracts'
import { expect, test } from 'vitest'
import { planLines, priceText } from './plan-words.ts'

test('every plan has a word in every line', () => {
  for (const { of } of planLines) expect(plans.map(({ id }) => of(id)).every((text) => text !== '' && !/undefined|NaN|null/.test(text))).toBe(true)
  const line = (label: string) => plans.map(({ id }) => planLines.find((one) => one.label === label)!.of(id))
  expect(line('Database egress')).toEqual(['5.00 GB', '250 GB', '500 GB', 'No limit'])
  expect(line('Point-in-time recovery')).toEqual(['up to 3 days', 'up to 7 days', 'up to 14 days', 'up to 28 days'])
  expect(line('Custom domain')).toEqual(['No', 'Add-on', 'Add-on', 'Add-on'])
})

test('prices are told to the cent, and what is agreed elsewhere is said to be', () => {
  expect(plans.map(({ id }) => priceText(id, 'EUR'))).toEqual(['€0.00 a month', '€25.00 a month', '€599.00 a month', 'As agreed'])
})
