import {
  Avatar,
  Button,
  Card,
  CellText,
  CodeBlock,
  ColumnHeading,
  DocsButton,
  Kbd,
  LabelledIcon,
  LogoMark,
  Panel,
  PanelContent,
  PanelFooter,
  PanelHeader,
  Table,
  TableCell,
  TableHead,
  Tabs,
} from '@colonnade/ui'
import { Building2, ShieldOff } from 'lucide-react'
import { useState } from 'react'
import { Specimen, Specimens } from '../specimen.tsx'

const picture =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 8 8'%3E%3Crect width='8' height='8' fill='%23257a68'/%3E%3Ccircle cx='4' cy='3' r='1.5' fill='%23fff'/%3E%3Cpath d='M1 8a3 3 0 0 1 6 0' fill='%23fff'/%3E%3C/svg%3E"

const code = `import { Pool } from 'pg'

const pool = new Pool({ connectionString: process.env.DATABASE_URL })

export const query = (text, values) => pool.query({ text, values, query_timeout: 10_000, types: { getTypeParser: () => (value) => value } })
`

export default function DisplayPage() {
  return (
    <>
      <Specimens title="Avatar">
        <Specimen title="With a picture">
          <Avatar src={picture} name="Ada Lovelace" size="sm" />
          <Avatar src={picture} name="Ada Lovelace" />
          <Avatar src={picture} name="Ada Lovelace" size="lg" />
        </Specimen>
        <Specimen title="The picture does not load">
          <Avatar src="data:image/png;base64,broken" name="Broken picture" size="sm" />
          <Avatar src="data:image/png;base64,broken" name="Broken picture" />
          <Avatar src="data:image/png;base64,broken" name="Broken picture" size="lg" />
        </Specimen>
        <Specimen title="No picture, another icon">
          <Avatar name="Nobody" />
          <Avatar name="Acme" icon={<Building2 aria-hidden />} />
        </Specimen>
        <Specimen title="Beside its name">
          <span className="flex items-center gap-2">
            <Avatar src={picture} />
            Ada Lovelace
          </span>
        </Specimen>
      </Specimens>
      <Specimens title="Panel and Card">
        <Specimen title="Panel with all its parts">
          <Panel label="Connection pooling" className="w-full">
            <PanelHeader
              title="Connection pooling"
              description="For clients that come and go"
              aside={<DocsButton href="https://www.postgresql.org/docs/" />}
            />
            <PanelContent>Fifteen connections are shared by two hundred clients.</PanelContent>
            <PanelFooter note="Takes effect at once.">
              <Button>Cancel</Button>
              <Button variant="primary">Save</Button>
            </PanelFooter>
          </Panel>
        </Specimen>
        <Specimen title="Card">
          <Card title="Recent events" aside={<Button size="sm">All events</Button>} className="w-full">
            <p className="p-4">The database was started.</p>
          </Card>
        </Specimen>
      </Specimens>
      <Specimens title="CodeBlock">
        <Specimen title="With a file name">
          <CodeBlock label="client code" fileName="src/database/client.ts" code={code} className="w-full" />
        </Specimen>
        <Specimen title="One line that scrolls">
          <CodeBlock
            label="connection string"
            code="postgresql://postgres.abcdefghijklmnopqrst:[YOUR-PASSWORD]@pooler.example.com:6543/postgres?sslmode=require"
            className="w-full"
          />
        </Specimen>
        <Specimen title="Wrapped">
          <CodeBlock
            isWrapped
            label="wrapped string"
            code="postgresql://postgres.abcdefghijklmnopqrst:[YOUR-PASSWORD]@pooler.example.com:6543/postgres?sslmode=require"
            className="w-full"
          />
        </Specimen>
        <Specimen title="Not to be copied, and higher than its place">
          <CodeBlock
            label="log"
            isCopyable={false}
            code={Array.from({ length: 40 }, (_, line) => `LOG: line ${line + 1}`).join('\n')}
            className="max-h-32 w-full"
          />
        </Specimen>
      </Specimens>
      <Specimens title="Tabs">
        <Specimen title="With counts and one that is not there yet" className="p-0">
          <InboxTabs />
        </Specimen>
        <Specimen title="More than fit" className="p-0">
          <ManyTabs />
        </Specimen>
      </Specimens>
      <Specimens title="Table and cells">
        <Specimen title="Table">
          <div className="w-full min-w-0">
            <Table label="Roles">
              <thead>
                <tr>
                  <TableHead>Name</TableHead>
                  <TableHead isNumber>Connections</TableHead>
                </tr>
              </thead>
              <tbody>
                <tr>
                  <TableCell>postgres</TableCell>
                  <TableCell isNumber>12</TableCell>
                </tr>
                <tr>
                  <TableCell>authenticator</TableCell>
                  <TableCell isNumber>1,204</TableCell>
                </tr>
              </tbody>
            </Table>
          </div>
        </Specimen>
        <Specimen title="Values and headings of a grid">
          <CellText text={null} />
          <CellText text={'one\ntwo'} />
          <CellText text="42" isNumber />
          <CellText text="t" isBoolean />
          <ColumnHeading name="created_at" type="timestamptz" direction="DESC" />
        </Specimen>
      </Specimens>
      <Specimens title="Small things">
        <Specimen title="Kbd, LabelledIcon, LogoMark">
          <Kbd>⌘</Kbd>
          <Kbd>K</Kbd>
          <LabelledIcon icon={ShieldOff} label="Row-level security is off" className="size-4 text-warning" />
          <LogoMark className="text-accent" />
        </Specimen>
      </Specimens>
    </>
  )
}

const inbox = [
  { value: 'inbox', label: 'Inbox', count: 12, content: <p className="p-4">Twelve notifications.</p> },
  { value: 'archived', label: 'Archived', count: 0, content: <p className="p-4">No archived notifications</p> },
  { value: 'muted', label: 'Muted', isDisabled: true, content: null },
] as const

function InboxTabs() {
  const [tab, setTab] = useState<(typeof inbox)[number]['value']>('inbox')
  return <Tabs label="Notifications" className="w-full" value={tab} onValueChange={setTab} tabs={inbox} />
}

const frameworks = ['Next.js', 'Remix', 'Nuxt', 'SvelteKit', 'Solid', 'Vue', 'Refine', 'Astro', 'TanStack Start', 'Expo', 'Flutter', 'Ionic'].map(
  (label) => ({
    value: label,
    label,
    content: <p className="p-4">{label}</p>,
  }),
)

function ManyTabs() {
  const [tab, setTab] = useState('Vue')
  return <Tabs label="Frameworks" className="w-full" value={tab} onValueChange={setTab} tabs={frameworks} />
}
