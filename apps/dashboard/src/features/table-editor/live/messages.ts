export const liveButtonText = {
  liveHint: 'Live: shows changes by others. Pause',
  pausedHint: 'Paused: doesn’t show changes by others. Resume',
  live: 'Live',
  paused: 'Paused',
  showNew: (shown: string, count: number) => `Show ${shown} new ${count === 1 ? 'row' : 'rows'}`,
} as const
