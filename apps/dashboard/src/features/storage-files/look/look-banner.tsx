import { Button } from '@colonnade/ui'
import { UserRoundSearch } from 'lucide-react'
import { type Look, lookAs } from '../../../scope/storage/look-as.ts'
import { lookText } from '../messages.ts'

/** Shows whose view of the files is on screen. */
export function LookBanner({ projectRef, look }: { readonly projectRef: string; readonly look: Look }) {
  return (
    <output className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-warning/40 bg-warning-tint px-4 py-1.5">
      <UserRoundSearch aria-hidden className="size-4 shrink-0 text-warning" />
      <p className="min-w-0 flex-1 wrap-anywhere">
        <strong className="font-medium">{lookText.banner(look.name)}.</strong> <span className="text-soft">{lookText.bannerText}</span>
      </p>
      <Button size="sm" onClick={() => lookAs(projectRef, null)}>
        {lookText.stop}
      </Button>
    </output>
  )
}
