import { authDefaults, authFieldOf, type AuthSettingName, type AuthSettings } from '@colonnade/contracts/auth/auth-settings'
import { type MailTemplate, parseTemplate, renderTemplate, type TemplateValues } from '@colonnade/contracts/auth/mail-template'
import type { TemplateField } from '@colonnade/contracts/auth/setting-field'
import { templatesMost } from '../limits.ts'

/** Puts values into a setting that is a template. */
export function renderSetting(settings: AuthSettings, name: AuthSettingName, values: TemplateValues): string {
  return renderTemplate(templateOf(settings, name), values)
}

/** The oldest first. */
const parsed = new Map<string, MailTemplate>()

/** Settings are checked when they are changed; one that can't be used all the same says what it says by default. */
function templateOf(settings: AuthSettings, name: AuthSettingName): MailTemplate {
  const key = `${name} ${String(settings[name])}`
  const known = parsed.get(key)
  if (known !== undefined) return known
  const rules = authFieldOf(name) as TemplateField
  const own = parseTemplate(String(settings[name]), rules)
  const template = 'message' in own ? (parseTemplate(String(authDefaults[name]), rules) as MailTemplate) : own
  parsed.set(key, template)
  if (parsed.size > templatesMost) parsed.delete(parsed.keys().next().value!)
  return template
}
