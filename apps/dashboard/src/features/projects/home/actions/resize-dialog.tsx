import type { Compute } from '@colonnade/contracts/projects/projects'
import { ConfirmDialog, Field, Select } from '@colonnade/ui'
import { useState } from 'react'
import { addonsQuery, useAddonPrices } from '../../../../scope/database-source/addon-queries.ts'
import { PricesFailed } from '../../../../scope/prices/prices-failed.tsx'
import { useResizeProject } from '../../mutations.ts'
import { priceLine } from '../../../../lib/texts/addon-prices.ts'
import { computeOptions, nounOf } from '../../../../lib/texts/project-names.ts'
import type { ActionDialogProps } from './action-dialog.ts'
import { resizeDialogText } from './messages.ts'

export function ResizeDialog({ project, isOpen, onOpenChange }: ActionDialogProps) {
  const resize = useResizeProject(project.ref)
  const [chosen, setChosen] = useState<Compute>()
  const prices = useAddonPrices(project, 'compute_instance')
  const compute = chosen ?? project.compute
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      title={resizeDialogText.resize(nounOf(project))}
      description={resizeDialogText.description}
      confirmLabel={resizeDialogText.changeSize}
      isConfirmDisabled={compute === project.compute}
      onConfirm={async () => {
        await resize.mutateAsync(compute)
        setChosen(undefined)
      }}
    >
      <Field label={resizeDialogText.computeSize} hint={priceLine(prices, `ci_${compute}`)}>
        <Select value={compute} onValueChange={setChosen} options={computeOptions} />
      </Field>
      <PricesFailed query={addonsQuery(project.ref)} />
    </ConfirmDialog>
  )
}
