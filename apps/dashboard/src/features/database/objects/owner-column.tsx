import { CutText } from '../../../lib/object-page/cut-text.tsx'
import type { ObjectColumn } from '../../../lib/object-page/object-list.tsx'
import { objectText } from './messages.ts'

/** Who owns an object, where there is room for it. */
export const ownerColumn: ObjectColumn<{ readonly owner: string }> = {
  label: objectText.owner,
  className: 'w-32 max-xl:hidden',
  sortBy: ({ owner }) => owner,
  renderCell: ({ owner }) => <CutText text={owner} className="text-soft" />,
}
