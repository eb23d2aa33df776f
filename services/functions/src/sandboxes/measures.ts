import { readFile } from 'node:fs/promises'

/** What a process has used. */
export interface Measure {
  readonly cpuMs: number
  /** That is its own, and not of the files that it runs. */
  readonly memoryBytes: number
}

/** Linux counts in hundredths of a second, whatever the kernel's own clock does (proc(5), USER_HZ). */
const tickMs = 10

/** null for a process that is gone, and where the system doesn't say. */
export async function measure(pid: number): Promise<Measure | null> {
  const [fields, status] = await Promise.all([statOf(pid), readFile(`/proc/${pid}/status`, 'utf8').catch(() => null)])
  if (fields === null || status === null) return null
  const kilobytes = /^RssAnon:\s+(\d+)/m.exec(status)?.[1] ?? 0
  return { cpuMs: (Number(fields[11]) + Number(fields[12])) * tickMs, memoryBytes: Number(kilobytes) * 1024 }
}

/** Returns when a process started, in ticks since boot, which identifies it together with its number. Null if it ended. */
export async function beganAt(pid: number): Promise<string | null> {
  return (await statOf(pid))?.[19] ?? null
}

/** Fields of /proc/<pid>/stat from the third on: the name before them may hold anything. */
async function statOf(pid: number): Promise<readonly string[] | null> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null)
  return text === null ? null : text.slice(text.lastIndexOf(')') + 2).split(' ')
}
