import { regions, type Compute, type Project, type Region } from '@colonnade/contracts/projects/projects'
import { ConfirmDialog, Field, Select } from '@colonnade/ui'
import { useState } from 'react'
import { computeOptions } from '../../lib/texts/project-names.ts'
import { HourPrice } from '../../scope/prices/hour-price.tsx'
import { UnloggedNote } from '../../scope/relations/unlogged-note.tsx'
import { createReplicaDialogText } from './messages.ts'
import { useCreateReplica } from './mutations.ts'

const regionOptions = regions.map(({ id, name }) => ({ value: id, label: name, ...(id !== 'local' && { hint: id }) }))

export interface CreateReplicaDialogProps {
  readonly project: Project
  /** The region to suggest; null while the dialog is closed. */
  readonly region: Region | null
  readonly onClose: () => void
}

export function CreateReplicaDialog({ project, region, onClose }: CreateReplicaDialogProps) {
  const create = useCreateReplica(project.ref)
  const [chosen, setChosen] = useState<Region | null>(null)
  const [compute, setCompute] = useState<Compute>(project.compute)
  const close = () => {
    setChosen(null)
    onClose()
  }
  const wanted = chosen ?? region ?? 'local'
  return (
    <ConfirmDialog
      isOpen={region !== null}
      onOpenChange={(isOpen) => !isOpen && close()}
      title={createReplicaDialogText.title}
      description={createReplicaDialogText.description}
      confirmLabel={createReplicaDialogText.createReplica}
      onConfirm={async () => void (await create.mutateAsync({ region: wanted, compute }))}
    >
      <Field label={createReplicaDialogText.region} hint={createReplicaDialogText.regionHint}>
        <Select value={wanted} onValueChange={setChosen} options={regionOptions} />
      </Field>
      <Field label={createReplicaDialogText.computeSize} hint={createReplicaDialogText.computeSizeHint}>
        <Select value={compute} onValueChange={setCompute} options={computeOptions} />
      </Field>
      <UnloggedNote projectRef={region === null ? '' : project.ref} of="replica" />
      <HourPrice project={project} of="read_replicas" />
    </ConfirmDialog>
  )
}
