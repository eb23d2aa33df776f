import { regions, type Compute, type Project, type Region } from '@colonnade/contracts/projects/projects'
import { ConfirmDialog, Field, Select } from '@colonnade/ui'
import { useState } from 'react'
import { computeOptions } from '../../lib/texts/project-names.ts'
import { HourPrice } from '../../scope/prices/hour-price.tsx'
import { UnloggedNote } from '../../scope/relations/unlogged-note.tsx'
import { useCreateReplica } from './mutations.ts'

const regionOptions = regions.map(({ id, name }) => ({ value: id, label: name, ...(id !== 'local' && { hint: id }) }))

export interface CreateReplicaDialogProps {
  readonly project: Project
  /** Where it is asked for; null while it is not. */
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
      title="Create a read replica"
      description="The files of the primary are copied while it works on; from then on the replica streams every change. It answers reads with the same roles and passwords, and needs as much disk as the primary."
      confirmLabel="Create replica"
      onConfirm={async () => void (await create.mutateAsync({ region: wanted, compute }))}
    >
      <Field label="Region" hint="A label. Every database of this installation runs on this machine.">
        <Select value={wanted} onValueChange={setChosen} options={regionOptions} />
      </Field>
      <Field label="Compute size" hint="It takes at least as many connections as the primary, whatever its size.">
        <Select value={compute} onValueChange={setCompute} options={computeOptions} />
      </Field>
      <UnloggedNote projectRef={region === null ? '' : project.ref} of="replica" />
      <HourPrice project={project} of="read_replicas" />
    </ConfirmDialog>
  )
}
