import { rm } from 'node:fs/promises'
import { renderLimits } from '../limits.ts'
import { outOfMemoryStatus, type RenderOutcome, type RenderTask } from './protocol.ts'
import { prepare, renderImage, RenderRefusal } from './render-image.ts'

/** How often its memory is looked at, in milliseconds: an image is taken apart in far more. */
const watchMs = 20

prepare()

process.on('message', (task: RenderTask) => void answer(task))
// the server is gone
process.on('disconnect', () => process.exit(0))

async function answer(task: RenderTask): Promise<void> {
  const watch = setInterval(() => {
    if (process.memoryUsage.rss() > renderLimits.processBytes) process.exit(outOfMemoryStatus)
  }, watchMs)
  const result = await resultOf(task)
  clearInterval(watch)
  process.send!({ id: task.id, result } satisfies RenderOutcome)
}

async function resultOf(task: RenderTask): Promise<RenderOutcome['result']> {
  try {
    return await renderImage(task)
  } catch (error) {
    await rm(task.target, { force: true }).catch(() => {})
    return error instanceof RenderRefusal ? { fault: error.fault } : { failure: error instanceof Error ? error.message : String(error) }
  }
}
