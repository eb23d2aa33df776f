/** A session that is open while it is used, and keeps its project awake. */
export interface IdleSessionOpened {
  /** The project may sleep from now on. */
  release(): void
  close(): Promise<void>
}

/** A session that is opened on first use, shared by all its users, and closed a while after the last of them has finished. */
export interface IdleSession<T extends IdleSessionOpened> {
  /** Opens the session unless it is open. The caller must call `leave` once. */
  enter(): Promise<{ readonly opened: T; readonly leave: () => void }>
  /** Closes it if nobody uses it right now. */
  closeIdle(): void
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
        // it may have been closed since
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
    closeIdle() {
      if (inside > 0 || ready === null) return
      // it closes in the background; the next user opens another
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
