import type { CustomProvider } from '@colonnade/contracts/auth/custom-providers'
import { Field, Input, PasswordInput, SegmentedControl, Switch, Textarea } from '@colonnade/ui'
import { type CustomDraft, identifierOf, type Problems } from './draft.ts'
import { IssuerCheck } from './issuer-check.tsx'
import { customTexts } from './messages.ts'

export interface CustomProviderFieldsProps {
  readonly projectRef: string
  readonly provider: CustomProvider | undefined
  readonly draft: CustomDraft
  readonly problems: Problems
  readonly isReadOnly: boolean
  readonly onChange: (change: Partial<CustomDraft>) => void
}

/** What there is to say about a custom provider. */
export function CustomProviderFields({ projectRef, provider, draft, problems, isReadOnly, onChange }: CustomProviderFieldsProps) {
  const isNew = provider === undefined
  const address = (label: string, field: string, key: 'issuer' | 'discoveryUrl' | 'authorizationUrl' | 'tokenUrl' | 'userinfoUrl', hint?: string) => (
    <Field label={label} error={problems[field]} hint={hint} isOptional={key === 'discoveryUrl'}>
      <Input
        type="url"
        isMono
        autoComplete="off"
        spellCheck={false}
        placeholder="https://id.example.com"
        disabled={isReadOnly}
        value={draft[key]}
        onChange={({ target }) => onChange({ [key]: target.value })}
      />
    </Field>
  )
  return (
    <>
      <Switch
        className="self-start font-medium"
        isOn={draft.isEnabled}
        disabled={isReadOnly}
        label="Sign in with this provider"
        onChange={(isEnabled) => onChange({ isEnabled })}
      />
      {isNew && (
        <SegmentedControl<CustomDraft['type']>
          label="Type"
          className="self-start"
          value={draft.type}
          options={[
            { value: 'oidc', label: 'OpenID Connect' },
            { value: 'oauth2', label: 'OAuth 2.0' },
          ]}
          onValueChange={(type) => onChange({ type })}
        />
      )}
      <Field label="Name" error={problems['name']}>
        <Input autoComplete="off" disabled={isReadOnly} value={draft.name} onChange={({ target }) => onChange({ name: target.value })} />
      </Field>
      {isNew && (
        <Field
          label="Identifier"
          isOptional
          error={problems['identifier']}
          hint={
            <>
              Your app signs in with provider <span className="font-mono">{identifierOf(draft)}</span>. It can’t be changed later.
            </>
          }
        >
          <Input
            isMono
            autoComplete="off"
            spellCheck={false}
            placeholder={identifierOf({ ...draft, identifier: '' }).slice('custom:'.length)}
            value={draft.identifier}
            onChange={({ target }) => onChange({ identifier: target.value })}
          />
        </Field>
      )}
      {draft.type === 'oidc' ? (
        <>
          {address('Issuer', 'issuer', 'issuer', 'Its discovery document is at /.well-known/openid-configuration below this URL.')}
          {address('Discovery URL', 'discovery_url', 'discoveryUrl', 'If the discovery document is somewhere else.')}
          {!isReadOnly && <IssuerCheck projectRef={projectRef} issuer={draft.issuer} discoveryUrl={draft.discoveryUrl} />}
        </>
      ) : (
        <>
          {address('Authorization URL', 'authorization_url', 'authorizationUrl')}
          {address('Token URL', 'token_url', 'tokenUrl')}
          {address('User info URL', 'userinfo_url', 'userinfoUrl')}
        </>
      )}
      <Field label="Client ID" error={problems['client_id']}>
        <Input
          isMono
          autoComplete="off"
          spellCheck={false}
          disabled={isReadOnly}
          value={draft.clientId}
          onChange={({ target }) => onChange({ clientId: target.value })}
        />
      </Field>
      {!isReadOnly && (
        <Field
          label={isNew ? 'Client secret' : 'New client secret'}
          isOptional={!isNew}
          error={problems['client_secret'] ?? (provider?.is_secret_lost === true ? customTexts.secretLost : undefined)}
          hint={isNew ? 'Stored encrypted, and never shown again.' : 'Leave empty to keep the current secret.'}
        >
          <PasswordInput autoComplete="off" value={draft.clientSecret} onChange={({ target }) => onChange({ clientSecret: target.value })} />
        </Field>
      )}
      <Field
        label="Scopes"
        error={problems['scopes']}
        hint={draft.type === 'oidc' ? 'Separated by spaces. openid is always requested.' : 'Separated by spaces.'}
      >
        <Input
          isMono
          autoComplete="off"
          spellCheck={false}
          disabled={isReadOnly}
          value={draft.scopes}
          onChange={({ target }) => onChange({ scopes: target.value })}
        />
      </Field>
      <div className="flex min-w-0 flex-col gap-1">
        <Switch
          className="self-start font-medium"
          isOn={draft.isEmailOptional}
          disabled={isReadOnly}
          label="Allow users without an email address"
          onChange={(isEmailOptional) => onChange({ isEmailOptional })}
        />
        <p className="text-xs text-faint">For accounts that don’t share one.</p>
      </div>
      <div className="flex min-w-0 flex-col gap-1">
        <Switch
          className="self-start font-medium"
          isOn={draft.usesPkce}
          disabled={isReadOnly}
          label="Use PKCE"
          onChange={(usesPkce) => onChange({ usesPkce })}
        />
        <p className="text-xs text-faint">Turn it off only if the provider rejects it.</p>
      </div>
      <Field
        label="Attribute mapping"
        isOptional
        error={problems['attribute_mapping']}
        hint="One per line: the attribute your app reads = where the provider has it. For example: user_name=profile.nickname"
      >
        <Textarea
          isMono
          rows={2}
          spellCheck={false}
          disabled={isReadOnly}
          value={draft.mapping}
          onChange={({ target }) => onChange({ mapping: target.value })}
        />
      </Field>
      <Field
        label="Authorization parameters"
        isOptional
        error={problems['authorization_params']}
        hint="Added to the request to the provider, one per line. For example: prompt=login"
      >
        <Textarea
          isMono
          rows={2}
          spellCheck={false}
          disabled={isReadOnly}
          value={draft.parameters}
          onChange={({ target }) => onChange({ parameters: target.value })}
        />
      </Field>
    </>
  )
}
