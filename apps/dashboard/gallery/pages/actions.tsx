import { Button, buttonClass, CopyButton, DocsButton, IconButton } from '@colonnade/ui'
import { Play, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Specimen, Specimens } from '../specimen.tsx'

export default function ActionsPage() {
  return (
    <>
      <Specimens title="Button">
        <Specimen title="Variants">
          <Button variant="primary">Create project</Button>
          <Button>Cancel</Button>
          <Button variant="ghost">Skip</Button>
          <Button variant="danger">Delete project</Button>
        </Specimen>
        <Specimen title="Sizes">
          <Button size="sm">Small</Button>
          <Button>Medium</Button>
          <Button size="lg">Large</Button>
        </Specimen>
        <Specimen title="With an icon">
          <Button variant="primary">
            <Plus aria-hidden />
            New table
          </Button>
          <Button>
            <Play aria-hidden />
            Run
          </Button>
        </Specimen>
        <Specimen title="Working, and not now">
          <Button variant="primary" isPending>
            Saving
          </Button>
          <Button disabled>Save</Button>
          <Button variant="danger" disabled>
            Delete
          </Button>
        </Specimen>
        <Specimen title="A double click is one click">
          <CountingButton />
        </Specimen>
        <Specimen title="A link that looks like a button">
          <a href="#actions" className={buttonClass()}>
            Open settings
          </a>
        </Specimen>
        <Specimen title="A long text in a narrow place">
          <div className="w-40">
            <Button className="max-w-full">
              <span className="truncate">A name of two hundred characters does not fit here</span>
            </Button>
          </div>
        </Specimen>
      </Specimens>
      <Specimens title="IconButton">
        <Specimen title="Variants and sizes">
          <IconButton label="New row">
            <Plus aria-hidden />
          </IconButton>
          <IconButton label="Delete row" variant="secondary">
            <Trash2 aria-hidden />
          </IconButton>
          <IconButton label="Run" size="md" variant="secondary">
            <Play aria-hidden />
          </IconButton>
        </Specimen>
        <Specimen title="Not now">
          <IconButton label="Delete all rows" disabled>
            <Trash2 aria-hidden />
          </IconButton>
        </Specimen>
      </Specimens>
      <Specimens title="CopyButton">
        <Specimen title="Copy, then Copied for two seconds">
          <CopyButton text="postgresql://localhost" />
        </Specimen>
        <Specimen title="Named, quiet, and as an icon">
          <CopyButton text="select 1" label="Copy statement" variant="ghost" />
          <CopyButton text="abcdefghijklmnopqrst" label="Copy project id" isIconOnly />
        </Specimen>
      </Specimens>
      <Specimens title="DocsButton">
        <Specimen title="As it is">
          <DocsButton href="https://www.postgresql.org/docs/current/" />
        </Specimen>
        <Specimen title="With a custom text">
          <DocsButton href="https://www.postgresql.org/docs/current/ddl-rowsecurity.html" text="About policies" size="md" />
        </Specimen>
      </Specimens>
    </>
  )
}

/** Its work is done at once, as that of a server nearby nearly is. */
function CountingButton() {
  const [count, setCount] = useState(0)
  return (
    <Button isPending={false} onClick={() => setCount(count + 1)}>
      Asked for: {count}
    </Button>
  )
}
