import { expect, test } from 'vitest'
import { takeToasts, toast, toastQueue, type Toast } from './toast.ts'

test('toasts wait until they are shown, in order, and then go straight through', () => {
  // tests of one worker share the module, so a toast of another test may be waiting
  takeToasts(() => {})()
  const shown: Toast[] = []
  toast.success('one')
  toast.error('two')
  expect(toastQueue.hasWaiting()).toBe(true)
  const stop = takeToasts((next) => void shown.push(next))
  toast.success('three')
  expect(shown.map(({ text }) => text)).toEqual(['one', 'two', 'three'])
  expect(toastQueue.hasWaiting()).toBe(false)
  stop()
  toast.error('four')
  expect(toastQueue.hasWaiting()).toBe(true)
})
