import { expect, test } from 'vitest'
import { countPolicies } from './count-policies.ts'

test('policies are counted for the buckets that they name, and for all when they name none', () => {
  const texts = [
    "(bucket_id = 'avatars'::text)",
    "((bucket_id = ANY (ARRAY['avatars'::text, 'it''s'::text])) AND (owner_id = 'me'::text))",
    "(bucket_id = 'gone'::text)",
    "(owner_id = 'avatars'::text)",
  ]
  const { byBucket, shared } = countPolicies(texts, ['avatars', "it's", 'empty'])
  expect([...byBucket]).toEqual([
    ['avatars', 2],
    ["it's", 1],
    ['empty', 0],
  ])
  expect(shared).toBe(1)
})
