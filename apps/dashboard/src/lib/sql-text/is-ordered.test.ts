import { expect, test } from 'vitest'
import { isOrdered } from './is-ordered.ts'

test('only an order of the statement itself counts', () => {
  expect(isOrdered('select a from t /* so */ ORDER -- and\n BY 1')).toBe(true)
  expect(isOrdered('with x as (select 1) select a, sum(b) over (order by c) from x group by 1 order by (a)')).toBe(true)
  expect(isOrdered('select sum(b) over (order by c) from (select * from t order by 1) s')).toBe(false)
  expect(isOrdered('select \'order by\' as "order", order_by from t -- order by 1')).toBe(false)
})
