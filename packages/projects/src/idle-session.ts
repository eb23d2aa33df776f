/** What is open while it is used, and keeps its project awake. */
export interface IdleSessionOpened {
  /** The project may sleep from now on. */
  release(): void
  close(): Promise<void>
}

/** Something that is opened when first needed, shared by all who use it, and closed a while after the last of them has left. */
export interface IdleSession<T extends IdleSessionOpened> {
  /** Opens it unless it is open. `leave` is to be called once. */
  enter(): Promise<{ readonly opened: T; readonly leave: () => void }>
  /** Closes it if nobody uses it right now. */
  letGo(): void
  close(): Promise<void>
}

export interface IdleSessionOptions {
  readonly idleMs: number
  readonly onCloseFailed: (error: unknown) => void
}

export function createIdleSession<T extends IdleSessionOpened>(
  open: () => Promise<T>,
  { idleMs, onCloseFailed }: IdleSessionOptions,
): IdleSession<T> {
  let session: Promise<T> | null = null
  let ready: T | null = null
  let inside = 0
  let closing: NodeJS.Timeout | null = null

  const enterSession = (): Promise<T> => {
    if (session !== null) return session
    const opening = open().then(
      (opened) => {
        // it may have been closed meanwhile
        if (session === opening) ready = opened
        return opened
      },
      (error: unknown) => {
        if (session === opening) session = null
        throw error
      },
    )
    session = opening
    return opening
  }
  const close = async (): Promise<void> => {
    const closed = session
    session = null
    ready = null
    await closed?.then(
      (each) => each.close(),
      () => {},
    )
  }
  const closeIfIdle = (): void => {
    closing = null
    if (inside === 0) void close().catch(onCloseFailed)
  }
  const leave = (): void => {
    inside -= 1
    if (inside > 0) return
    if (closing === null) closing = setTimeout(closeIfIdle, idleMs).unref()
    else closing.refresh()
  }
  return {
    async enter() {
      inside += 1
      let left = false
      const leaveOnce = (): void => {
        if (left) return
        left = true
        leave()
      }
      try {
        return { opened: await enterSession(), leave: leaveOnce }
      } catch (error) {
        leaveOnce()
        throw error
      }
    },
    letGo() {
      if (inside > 0 || ready === null) return
      // it closes in its own time; who comes meanwhile opens another
      ready.release()
      void close().catch(onCloseFailed)
    },
    async close() {
      if (closing !== null) clearTimeout(closing)
      closing = null
      await close()
    },
  }
}
