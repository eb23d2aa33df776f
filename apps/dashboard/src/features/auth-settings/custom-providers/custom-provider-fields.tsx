import type { CustomProvider } from '@colonnade/contracts/auth/custom-providers'
import { Field, Input, PasswordInput, SegmentedControl, Switch, Textarea } from '@colonnade/ui'
import { type CustomDraft, identifierOf, type Problems } from './draft.ts'
import { IssuerCheck } from './issuer-check.tsx'
import { customTexts, customProviderFieldsText } from './messages.ts'

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
        label={customProviderFieldsText.signProvider}
        onChange={(isEnabled) => onChange({ isEnabled })}
      />
      {isNew && (
        <SegmentedControl<CustomDraft['type']>
          label={customProviderFieldsText.type}
          className="self-start"
          value={draft.type}
          options={[
            { value: 'oidc', label: customProviderFieldsText.openIDConnect },
            { value: 'oauth2', label: customProviderFieldsText.oAuth20 },
          ]}
          onValueChange={(type) => onChange({ type })}
        />
      )}
      <Field label={customProviderFieldsText.name} error={problems['name']}>
        <Input autoComplete="off" disabled={isReadOnly} value={draft.name} onChange={({ target }) => onChange({ name: target.value })} />
      </Field>
      {isNew && (
        <Field
          label={customProviderFieldsText.identifier}
          isOptional
          error={problems['identifier']}
          hint={
            <>
              {customProviderFieldsText.providerBefore}
              <span className="font-mono">{identifierOf(draft)}</span>
              {customProviderFieldsText.providerAfter}
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
          {address('Issuer', 'issuer', 'issuer', customProviderFieldsText.discoveryDocumentWellKnown)}
          {address(customProviderFieldsText.discoveryURL, 'discovery_url', 'discoveryUrl', customProviderFieldsText.ifDiscoveryDocumentSomewhere)}
          {!isReadOnly && <IssuerCheck projectRef={projectRef} issuer={draft.issuer} discoveryUrl={draft.discoveryUrl} />}
        </>
      ) : (
        <>
          {address(customProviderFieldsText.authorizationURL, 'authorization_url', 'authorizationUrl')}
          {address(customProviderFieldsText.tokenURL, 'token_url', 'tokenUrl')}
          {address(customProviderFieldsText.userInfoURL, 'userinfo_url', 'userinfoUrl')}
        </>
      )}
      <Field label={customProviderFieldsText.clientID} error={problems['client_id']}>
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
          label={isNew ? customProviderFieldsText.clientSecret : customProviderFieldsText.newClientSecret}
          isOptional={!isNew}
          error={problems['client_secret'] ?? (provider?.is_secret_lost === true ? customTexts.secretLost : undefined)}
          hint={isNew ? customProviderFieldsText.storedEncryptedNeverShown : customProviderFieldsText.leaveEmptyKeepCurrent}
        >
          <PasswordInput autoComplete="off" value={draft.clientSecret} onChange={({ target }) => onChange({ clientSecret: target.value })} />
        </Field>
      )}
      <Field
        label={customProviderFieldsText.scopes}
        error={problems['scopes']}
        hint={draft.type === 'oidc' ? customProviderFieldsText.separatedSpacesOpenidAlways : customProviderFieldsText.separatedSpaces}
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
          label={customProviderFieldsText.allowUsersWithoutEmail}
          onChange={(isEmailOptional) => onChange({ isEmailOptional })}
        />
        <p className="text-xs text-faint">{customProviderFieldsText.accountsDontShareOne}</p>
      </div>
      <div className="flex min-w-0 flex-col gap-1">
        <Switch
          className="self-start font-medium"
          isOn={draft.usesPkce}
          disabled={isReadOnly}
          label={customProviderFieldsText.pkce}
          onChange={(usesPkce) => onChange({ usesPkce })}
        />
        <p className="text-xs text-faint">{customProviderFieldsText.turnOffOnlyIf}</p>
      </div>
      <Field
        label={customProviderFieldsText.attributeMapping}
        isOptional
        error={problems['attribute_mapping']}
        hint={customProviderFieldsText.onePerLineAttribute}
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
        label={customProviderFieldsText.authorizationParameters}
        isOptional
        error={problems['authorization_params']}
        hint={customProviderFieldsText.addedRequestProviderOne}
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
