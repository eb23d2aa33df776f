import { CutText } from './cut-text.tsx'
import type { ObjectColumn } from './object-page.tsx'

/** Who owns an object, where there is room for it. */
export const ownerColumn: ObjectColumn<{ readonly owner: string }> = {
  label: 'Owner',
  className: 'w-32 max-xl:hidden',
  sortBy: ({ owner }) => owner,
  renderCell: ({ owner }) => <CutText text={owner} className="text-soft" />,
}
