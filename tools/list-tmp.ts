import { proseOfCode } from './check-words/prose.ts'
import { readFileSync } from 'node:fs'
import { execFileSync } from 'node:child_process'
const files = execFileSync('git', ['ls-files', ...process.argv.slice(2)], { encoding: 'utf8' })
  .trim()
  .split('\n')
let words = 0,
  n = 0
for (const f of files) {
  if (/\.(test|e2e|page)\.tsx?$|\.gen\./.test(f) || !/\.tsx?$/.test(f)) continue
  for (const p of proseOfCode(readFileSync(f, 'utf8'), f.endsWith('x'))) {
    const t = p.text.replace(/\s+/g, ' ').trim()
    if (
      p.kind !== 'text' ||
      t.length < 4 ||
      /select |insert into|^\s*(with|update|delete|create|alter|drop|grant|revoke|lock|join|from|where|and|or|order by|left join|returning)\b/i.test(
        t,
      ) ||
      !/\s/.test(t) ||
      (/^[a-z0-9-]+(\s+[a-z0-9:\/\[\].-]+)*$/.test(t) && /(flex|text-|gap-|px-|w-|h-)/.test(t))
    )
      continue
    n++
    words += t.split(' ').length
    console.log(f + ':' + p.line + ': ' + t)
  }
}
console.error(n, words)
