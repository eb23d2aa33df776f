import { Checkbox, Field, Input, PasswordInput, SearchInput, SegmentedControl, Select, StrengthMeter, Switch, Textarea } from '@colonnade/ui'
import { useState } from 'react'
import { Specimen, Specimens } from '../specimen.tsx'

const roles = [
  { value: 'anon', label: 'anon', hint: 'no sign-in' },
  { value: 'authenticated', label: 'authenticated' },
  { value: 'service_role', label: 'service_role', hint: 'bypasses policies' },
  { value: 'postgres', label: 'postgres', isDisabled: true },
] as const
const modes = [
  { value: 'transaction', label: 'Transaction' },
  { value: 'session', label: 'Session' },
] as const
const long = Array.from({ length: 200 }, (_, index) => ({ value: `schema_${index}`, label: `schema_${index}` }))

export default function FormsPage() {
  return (
    <>
      <Specimens title="Field with Input">
        <Specimen title="Empty, with a hint">
          <Field label="Name" hint="Letters, digits and spaces." className="w-full">
            <Input placeholder="My project" />
          </Field>
        </Specimen>
        <Specimen title="With an error">
          <Field label="Name" error="The organization already has a project of that name" className="w-full">
            <Input defaultValue="Herald" />
          </Field>
        </Specimen>
        <Specimen title="Optional, mono">
          <Field label="Database user" isOptional className="w-full">
            <Input isMono defaultValue="postgres" />
          </Field>
        </Specimen>
        <Specimen title="Not now">
          <Field label="Region" className="w-full">
            <Input disabled defaultValue="This machine" />
          </Field>
        </Specimen>
        <Specimen title="Textarea">
          <Field label="Message" className="w-full">
            <Textarea placeholder="What happened?" />
          </Field>
        </Specimen>
        <Specimen title="Textarea with an error">
          <Field label="Definition" error="The SQL has a syntax error" className="w-full">
            <Textarea isMono defaultValue="selec 1" />
          </Field>
        </Specimen>
        <Specimen title="PasswordInput">
          <Password />
        </Specimen>
        <Specimen title="SearchInput">
          <SearchInput label="Search tables" placeholder="Search tables" className="w-full" />
        </Specimen>
      </Specimens>
      <Specimens title="Select">
        <Specimen title="With hints and a disabled option">
          <Choice />
        </Specimen>
        <Specimen title="Small, and 200 options">
          <ManyChoices />
        </Specimen>
        <Specimen title="Select with an error">
          <Field label="Role" error="Choose a role that may sign in" className="w-full">
            <Select value="anon" onValueChange={() => {}} options={roles} />
          </Field>
        </Specimen>
        <Specimen title="Select, not now">
          <Select label="Role" value="anon" onValueChange={() => {}} options={roles} disabled className="w-48" />
        </Specimen>
      </Specimens>
      <Specimens title="Checkbox, Switch, SegmentedControl">
        <Specimen title="Checkbox">
          <Checks />
        </Specimen>
        <Specimen title="Checkbox, not now">
          <Checkbox label="Off" isChecked={false} onCheckedChange={() => {}} disabled />
          <Checkbox label="On" isChecked onCheckedChange={() => {}} disabled />
          <Checkbox label="Some" isChecked={false} isIndeterminate onCheckedChange={() => {}} />
        </Specimen>
        <Specimen title="Switch">
          <Switches />
        </Specimen>
        <Specimen title="SegmentedControl">
          <Modes />
          <SegmentedControl label="Pool mode, not now" value="session" onValueChange={() => {}} options={modes} disabled />
        </Specimen>
      </Specimens>
    </>
  )
}

function Password() {
  const [password, setPassword] = useState('correct horse')
  return (
    <div className="flex w-full flex-col gap-2">
      <Field label="Password">
        <PasswordInput value={password} onChange={(event) => setPassword(event.target.value)} />
      </Field>
      <StrengthMeter password={password} />
    </div>
  )
}

function Choice() {
  const [role, setRole] = useState<(typeof roles)[number]['value']>('authenticated')
  return <Select label="Role" className="w-56" value={role} onValueChange={setRole} options={roles} />
}

function ManyChoices() {
  const [schema, setSchema] = useState('schema_150')
  return <Select label="Schema" size="sm" className="w-40" value={schema} onValueChange={setSchema} options={long} />
}

function Checks() {
  const [isChecked, setIsChecked] = useState(true)
  return <Checkbox label="Enable row-level security" isChecked={isChecked} onCheckedChange={setIsChecked} />
}

function Switches() {
  const [isOn, setIsOn] = useState(true)
  return (
    <>
      <Switch label="Realtime" isOn={isOn} onChange={setIsOn} />
      <Switch label="Not now" isOn={false} onChange={() => {}} disabled />
    </>
  )
}

function Modes() {
  const [mode, setMode] = useState<(typeof modes)[number]['value']>('transaction')
  return <SegmentedControl label="Pool mode" value={mode} onValueChange={setMode} options={modes} />
}
