import { MemoryBudget, memoryLimitsFor } from '@colonnade/core'
import { expect, test, vi } from 'vitest'
import { createRunStream } from './run-stream.ts'

const memory = new MemoryBudget(memoryLimitsFor(0))

const fill = (out: ReturnType<typeof createRunStream>): Promise<void> | undefined => {
  let full: Promise<void> | undefined
  while (full === undefined) full = out.tell({ type: 'rows', rows: [['x'.repeat(100_000)]] })
  return full
}

test('a reader that takes nothing is gone after a while, and who writes for it is told', async () => {
  vi.useFakeTimers()
  try {
    const out = createRunStream(memory.open('run'), 1_000)
    const full = fill(out)
    await vi.advanceTimersByTimeAsync(999)
    expect(out.signal.aborted).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect(out.signal.aborted).toBe(true)
    await full
    await expect(out.tell({ type: 'rows', rows: [] })).rejects.toMatchObject({ code: 'query_cancelled' })
  } finally {
    vi.useRealTimers()
  }
})

test('one that reads, however slowly, is waited for', async () => {
  vi.useFakeTimers()
  try {
    const out = createRunStream(memory.open('run'), 1_000)
    for (let round = 0; round < 5; round += 1) {
      const full = fill(out)
      await vi.advanceTimersByTimeAsync(900)
      while (out.file.stream.read() !== null);
      await full
    }
    expect(out.signal.aborted).toBe(false)
  } finally {
    vi.useRealTimers()
  }
})
