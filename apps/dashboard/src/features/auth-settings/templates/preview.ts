import { parseTemplate, renderTemplate, type TemplateValues } from '@colonnade/contracts/auth/mail-template'
import type { TemplateField } from '@colonnade/contracts/auth/setting-field'

/** Returns a rendered template; null while it can't be rendered, which its field says. */
export function renderPreview(source: string, field: Pick<TemplateField, 'form' | 'variables'>, values: TemplateValues): string | null {
  const parsed = parseTemplate(source, field)
  return 'message' in parsed ? null : renderTemplate(parsed, values)
}
