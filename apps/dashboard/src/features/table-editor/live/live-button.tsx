import { Button, IconButton } from '@colonnade/ui'
import { Pause, Radio } from 'lucide-react'
import { numberText } from '../../../lib/texts/rows-text.ts'
import type { Live } from './use-live-rows.ts'

/** Pauses and resumes what keeps rows up to date, and tells of new ones. */
export function LiveButton({ live }: { readonly live: Live }) {
  if (!live.isPossible) return null
  return (
    <>
      <output>
        {live.news > 0 && (
          <Button size="sm" variant="ghost" className="text-accent" onClick={live.showNews}>
            {numberText(live.news)} new {live.news === 1 ? 'row' : 'rows'}: show
          </Button>
        )}
      </output>
      <IconButton
        label={live.isOn ? 'Live: shows other people’s changes. Pause' : 'Paused: other people’s changes are not shown. Resume'}
        text={live.isOn ? 'Live' : 'Paused'}
        aria-pressed={live.isOn}
        onClick={() => live.setOn(!live.isOn)}
      >
        {live.isOn ? <Radio aria-hidden className="text-accent" /> : <Pause aria-hidden />}
      </IconButton>
    </>
  )
}
