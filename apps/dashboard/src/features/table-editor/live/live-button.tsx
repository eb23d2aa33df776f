import { Button, IconButton } from '@colonnade/ui'
import { Pause, Radio } from 'lucide-react'
import { numberText } from '../../../lib/texts/rows-text.ts'
import { liveButtonText } from './messages.ts'
import type { Live } from './use-live-rows.ts'

/** Pauses and resumes live updates of rows, and announces new rows. */
export function LiveButton({ live }: { readonly live: Live }) {
  if (!live.isPossible) return null
  return (
    <>
      <output>
        {live.news > 0 && (
          <Button size="sm" variant="ghost" className="text-accent" onClick={live.showNews}>
            {liveButtonText.showNew(numberText(live.news), live.news)}
          </Button>
        )}
      </output>
      <IconButton
        label={live.isOn ? liveButtonText.liveHint : liveButtonText.pausedHint}
        text={live.isOn ? liveButtonText.live : liveButtonText.paused}
        aria-pressed={live.isOn}
        onClick={() => live.setOn(!live.isOn)}
      >
        {live.isOn ? <Radio aria-hidden className="text-accent" /> : <Pause aria-hidden />}
      </IconButton>
    </>
  )
}
