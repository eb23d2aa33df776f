import { expect, test } from 'vitest'
import { SharedQuestions } from './shared-questions.ts'

test('those who wait share an answer, which is never older than their question', async () => {
  const questions = new SharedQuestions<number>()
  const asked: PromiseWithResolvers<number>[] = []
  const ask = (key = 'a') =>
    questions.ask(key, () => {
      const answer = Promise.withResolvers<number>()
      asked.push(answer)
      return answer.promise
    })
  const answers = [ask(), ask()]
  await Promise.resolve()
  expect(asked).toHaveLength(1)
  // it is being answered already
  answers.push(ask(), ask())
  void ask('b')
  await Promise.resolve()
  expect(asked).toHaveLength(2)
  asked[0]!.reject(new Error('away'))
  await expect(answers[0]).rejects.toThrow('away')
  await expect(answers[1]).rejects.toThrow('away')
  await expect.poll(() => asked.length).toBe(3)
  asked[2]!.resolve(2)
  expect(await Promise.all(answers.slice(2))).toEqual([2, 2])
  const last = ask()
  await expect.poll(() => asked.length).toBe(4)
  asked[3]!.resolve(3)
  expect(await last).toBe(3)
})
