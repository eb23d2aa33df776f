import { AppError } from '@colonnade/core'
import { expect, test } from 'vitest'
import { failureText } from './error-notice.tsx'

test('what failed says what and why; what may be done is not said to have failed', () => {
  expect(failureText('end the session', new AppError('forbidden', {}, { message: 'Your role doesn’t allow this' }))).toBe(
    'Failed to end the session: Your role doesn’t allow this',
  )
  const lost = new AppError('unavailable', { may_be_done: true }, { message: 'No answer came, so this may have been done' })
  expect(failureText('end the session', lost)).toBe('No answer came, so this may have been done')
})
