import type { MailContent } from '@colonnade/contracts/installation/mails'

/** Renders a mail as text and as HTML; `address` is the installation's, without a slash at its end. */
export function renderMail({ paragraphs, action }: MailContent, address: string): { readonly text: string; readonly html: string } {
  const link = action && { label: action.label, url: address + action.path }
  const foot = `Sent by Colonnade at ${address}`
  const text = [...paragraphs, ...(link ? [`${link.label}:\n${link.url}`] : []), `-- \n${foot}`].join('\n\n')
  const lines = [
    ...paragraphs.map((paragraph) => `<p style="margin:0 0 16px">${escapeHtml(paragraph)}</p>`),
    ...(link
      ? [
          `<p style="margin:24px 0"><a href="${escapeHtml(link.url)}" style="${buttonStyle}">${escapeHtml(link.label)}</a></p>`,
          `<p style="margin:0 0 16px;color:#6b6862;word-break:break-all">${escapeHtml(link.url)}</p>`,
        ]
      : []),
    `<p style="margin:32px 0 0;color:#6b6862;font-size:12px">${escapeHtml(foot)}</p>`,
  ]
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"></head><body style="${bodyStyle}">${lines.join('\n')}</body></html>`
  return { text, html }
}

// mail clients ignore style sheets
const bodyStyle = 'font-family:system-ui,sans-serif;font-size:15px;line-height:1.5;color:#24221e;max-width:560px;margin:0 auto;padding:24px'
const buttonStyle = 'background:#1f6f5f;color:#ffffff;text-decoration:none;padding:10px 16px;border-radius:6px;display:inline-block'

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => entities[character]!)
}
