import { expect, test } from 'vitest'
import { PresenceState } from './presence-state.ts'

const diffOf = (state: PresenceState) => JSON.parse(state.takeDiff() ?? 'null')

test('tells who came and who left, each once', () => {
  const state = new PresenceState()
  const ann = state.track('ann', { at: 'desk' }, null)
  const ben = state.track('ben', {}, null)
  expect(diffOf(state)).toEqual({
    joins: { ann: { metas: [{ phx_ref: ann.ref, at: 'desk' }] }, ben: { metas: [{ phx_ref: ben.ref }] } },
    leaves: {},
  })
  expect(diffOf(state)).toBeNull()
  // from two places
  const other = state.track('ann', { at: 'phone' }, null)
  state.leave(ann)
  state.leave(ann)
  expect(diffOf(state)).toEqual({
    joins: { ann: { metas: [{ phx_ref: other.ref, at: 'phone' }] } },
    leaves: { ann: { metas: [{ phx_ref: ann.ref, at: 'desk' }] } },
  })
  expect(JSON.parse(state.text())).toEqual({ ann: { metas: [{ phx_ref: other.ref, at: 'phone' }] }, ben: { metas: [{ phx_ref: ben.ref }] } })
  // nobody heard of it
  state.leave(state.track('cem', {}, null))
  expect(state.isTold).toBe(true)
})

test('tells a change as one leave and one join that names it, and what is the same not at all', () => {
  const state = new PresenceState()
  const first = state.track('ann', { at: 'desk', phx_ref: 'forged', phx_ref_prev: 'forged' }, null)
  expect(JSON.parse(state.text()).ann.metas).toEqual([{ at: 'desk', phx_ref: first.ref }])
  state.takeDiff()
  expect(state.track('ann', { at: 'desk', phx_ref: 'forged', phx_ref_prev: 'forged' }, first)).toBe(first)
  expect(state.isTold).toBe(true)
  const second = state.track('ann', { at: 'door' }, first)
  expect(diffOf(state)).toEqual({
    joins: { ann: { metas: [{ at: 'door', phx_ref: second.ref, phx_ref_prev: first.ref }] } },
    leaves: { ann: { metas: [expect.objectContaining({ phx_ref: first.ref })] } },
  })
})

test('takes any key', () => {
  const state = new PresenceState()
  state.track('__proto__', JSON.parse('{"__proto__":{"a":1}}') as object, null)
  expect(state.text()).toMatch(/^\{"__proto__":\{"metas":\[\{"__proto__":\{"a":1\},"phx_ref":"[\w-]+"\}\]\}\}$/)
})
