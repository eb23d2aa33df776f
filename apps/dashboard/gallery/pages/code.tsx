import { Button, Sheet } from '@colonnade/ui'
import { useState } from 'react'
import { CodeField } from '../../src/lib/code/code-field.tsx'
import { CodePanel } from '../../src/lib/code/code-panel.tsx'
import { Specimen, Specimens } from '../specimen.tsx'

const sql = `-- what each customer spent
select customer_id, sum(total) as spent
from orders
where placed_at > now() - interval '30 days'
group by customer_id;`
const typescript = `/** Greets the caller. */
export default async function handle(request: Request): Promise<Response> {
  const { name = 'world' } = await request.json()
  return new Response(\`Hello \${name}\`, { status: 200 })
}`
const json = `{ "name": "resize", "memory_mb": 256, "verify_jwt": true, "env": null }`

export default function CodePage() {
  return (
    <>
      <Specimens title="CodePanel">
        <Specimen title="SQL, read-only">
          <Shown label="SQL" language="sql" value={sql} />
        </Specimen>
        <Specimen title="TypeScript, read-only">
          <Shown label="TypeScript" language="typescript" value={typescript} />
        </Specimen>
        <Specimen title="JSON, read-only">
          <Shown label="JSON" language="json" value={json} />
        </Specimen>
        <Specimen title="In a panel: Escape closes the search first">
          <InPanel />
        </Specimen>
      </Specimens>
      <Specimens title="CodeField">
        <Specimen title="Edited">
          <Edited />
        </Specimen>
        <Specimen title="Wrong">
          <div className="w-full">
            <CodeField
              label="With an error"
              language="sql"
              rows={3}
              value="selec 1"
              onChange={() => {}}
              error={'syntax error at or near "selec"'}
              hint="Statements."
            />
          </div>
        </Specimen>
      </Specimens>
    </>
  )
}

function Shown(props: { readonly label: string; readonly language: 'sql' | 'typescript' | 'json'; readonly value: string }) {
  return (
    <div className="w-full">
      <CodePanel {...props} rows={3} />
    </div>
  )
}

function Edited() {
  const [value, setValue] = useState('select 1')
  const [isSent, setIsSent] = useState(false)
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- a form around it would listen in the same way
    <div className="flex w-full flex-col items-start gap-2" onKeyDown={(event) => event.key === 'Enter' && event.ctrlKey && setIsSent(true)}>
      <div className="w-full">
        <CodeField label="Body" language="sql" rows={4} value={value} onChange={setValue} placeholder="select …" hint="Statements." />
      </div>
      <Button size="sm" onClick={() => setValue('select 1')}>
        Begin again
      </Button>
      <output aria-label="Told" className="font-mono text-xs text-soft">
        {JSON.stringify(value)}
      </output>
      {isSent && <p className="text-xs text-soft">Sent by key</p>}
    </div>
  )
}

function InPanel() {
  const [isOpen, setIsOpen] = useState(false)
  const [value, setValue] = useState(typescript)
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>Code in a panel…</Button>
      <Sheet isOpen={isOpen} isForm onOpenChange={setIsOpen} title="Function">
        <div className="p-4">
          <CodePanel label="In a panel" language="typescript" value={value} onChange={setValue} />
        </div>
      </Sheet>
    </>
  )
}
